"""Programs on the virtual GPU whose launches wait for their work, by the variable that does so on a card."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from grader.ports import Lease
from grader.sandboxes import _torch_device
from grader.sandboxes._harness import copy_harness

PROGRAMS = Path(__file__).parents[3] / "conformance/device/torch_programs"
RUN = """
import runpy, sys
import torch
from harness.virtual import install
install()
runpy.run_path(sys.argv[1])["main"]()
"""
WHERE = """
import torch
from harness.virtual import install
install()
try:
    torch.ones(3, device="cuda")[torch.tensor([5], device="cuda")]
except RuntimeError as error:
    print(error)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if _torch_device.library() is None:
        pytest.skip("there is no torch, or no compiler")
    made = tmp_path_factory.mktemp("box")
    copy_harness(made, Lease(environment={"GRADER_DEVICE": "virtual"}))
    return made


def run(folder: Path, source: str, *arguments: str) -> str:
    """Return what a program prints, run by an interpreter of its own."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "CUDA_LAUNCH_BLOCKING": "1"}
    command = [sys.executable, "-c", source, *arguments]
    done = subprocess.run(command, env=environment, cwd=folder, check=False, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("program", ["asynchrony", "device_assert"])
def test_programs_behave_as_ever(folder: Path, program: str) -> None:
    run(folder, RUN, str(PROGRAMS / f"{program}.py"))


def test_a_launch_itself_tells_of_its_assertion(folder: Path) -> None:
    assert "device-side assert triggered" in run(folder, WHERE)
