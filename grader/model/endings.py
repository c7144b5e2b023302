"""How a run ended, as the code of a message and its parameters."""

import re
from collections.abc import Mapping, Sequence

from grader.model.evidence import Ending, Outcome
from grader.model.submission import Cell

# What is said of a limit, and the unit that it is said in.
_LIMITS = {
    Ending.TIMEOUT: ("run.timeout", 1.0),
    Ending.CPU: ("run.cpu", 1.0),
    Ending.MEMORY: ("run.memory", 1e9),
    Ending.PROCESSES: ("run.processes", 1.0),
    Ending.OPEN_FILES: ("run.files", 1.0),
    Ending.DISK: ("run.disk", 1e6),
    Ending.OUTPUT: ("run.output", 1e6),
}
NO_CARD = Outcome(ending=Ending.NOT_RUN, error="NoCard")  # of a submission that was not loaded: it needs a card
# What torch says without one.
_NO_CARD = re.compile(r"Torch not compiled with CUDA enabled|Found no NVIDIA driver|No CUDA GPUs are available")
NOT_EMULATED = "is not emulated on the virtual GPU"  # what all of its front ends say


def ended(outcome: Outcome) -> tuple[str, Mapping[str, object]] | None:
    """Return what is said of a run that hit a limit, or was lost; None for one that returned or raised."""
    if outcome.ending in _LIMITS:
        code, unit = _LIMITS[outcome.ending]
        return code, {"limit": (outcome.limit or 0) / unit, "where": outcome.where}
    if outcome.ending is Ending.DIED:
        return "run.died", {"signal": str(outcome.signal or "exit")}
    if outcome.ending is Ending.BAD_REPLY:
        return "run.bad-reply", {}
    return ("run.not-run", {}) if outcome.ending is Ending.NOT_RUN else None


def at_cell(load: Outcome, cells: Sequence[Cell]) -> Mapping[str, object]:
    """Return the parameters of nb.cell-error: of a notebook that stopped at one of its cells."""
    cell = load.place.cell if load.place and load.place.cell else 0
    left = sum(1 for each in cells if each.number is not None and each.number > cell)
    return {"cell": cell, "error": load.said, "left": left}


def missing(outcome: Outcome) -> tuple[str, Mapping[str, object]] | None:
    """Return what is said of a run that needed what the device has not; None for any other."""
    raised = outcome.ending is Ending.RAISED
    if outcome == NO_CARD or (raised and _NO_CARD.search(outcome.said)):
        return "device.no-card", {}
    if raised and NOT_EMULATED in outcome.text:
        return "device.not-emulated", {"error": outcome.said, "where": outcome.where}
    return None
