"""Real cards, where there is none."""

import pytest

from grader.errors import MachineError
from grader.registry import load


def test_without_the_driver_there_is_no_card(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(MachineError, match="nvidia-smi is not installed"):
        load("devices", "cuda")().facts()
