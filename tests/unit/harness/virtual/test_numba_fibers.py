import platform
import sys

import pytest

from grader.harness.virtual.numba.fibers import machine


@pytest.mark.parametrize(
    ("system", "name", "convention", "symbol"),
    [
        ("linux", "x86_64", "x86_64_sysvcc", '"virtual_switch:"'),
        ("win32", "AMD64", "x86_64_sysvcc", '"virtual_switch:"'),
        ("linux", "aarch64", "ccc", '"virtual_switch:"'),
        ("darwin", "arm64", "ccc", '"_virtual_switch:"'),
    ],
)
def test_each_system_has_its_name_for_a_processor(
    system: str, name: str, convention: str, symbol: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(platform, "machine", lambda: name)
    found = machine()
    assert found.convention == convention
    assert symbol in found.assembly


def test_another_processor_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "riscv64")
    with pytest.raises(NotImplementedError, match="riscv64"):
        machine()
