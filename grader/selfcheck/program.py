"""What a student is working on: the cells that their notebook has run, or the script that is running."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def shell() -> Any:
    """Return IPython's shell, if this runs in one; else None."""
    ipython = sys.modules.get("IPython")
    return ipython.get_ipython() if ipython else None


def executed(shell: Any) -> Mapping[int, str]:
    """Return the source of each cell that a notebook has run so far, by the number that stands beside it."""
    sources: list[str] = shell.history_manager.input_hist_raw
    return {number: source for number, source in enumerate(sources) if number and source.strip()}


def script() -> Path | None:
    """Return the script that is running; None where lines are typed one by one."""
    file = getattr(sys.modules["__main__"], "__file__", None)
    return Path(file) if file else None
