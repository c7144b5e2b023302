import shutil
from pathlib import Path

import pytest

from grader.devices.virtual import VirtualDevice


def test_its_facts_say_what_is_emulated_here() -> None:
    emulated = VirtualDevice().facts()["emulates"].split(", ")
    assert emulated[0] == "numba"
    assert ("CUDA C" in emulated) == (shutil.which("g++") is not None)


def test_without_a_compiler_there_is_no_cuda_c_and_torch_stays_on_the_cpu(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    emulated = VirtualDevice().facts()["emulates"]
    assert "CUDA C" not in emulated
    assert "PyTorch on the CPU (no g++)" in emulated
