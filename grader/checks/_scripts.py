"""What the checks of scripts and notebooks say when a notebook has not come to its end."""

from grader.model.endings import at_cell
from grader.model.evidence import Ending
from grader.model.verdict import Finding, Status
from grader.ports import Seen


def blamed(seen: Seen, fault: Finding) -> Finding:
    """Return a fault, or in its place the cell at which a notebook stopped: what is missing may stand below it."""
    load = seen.evidence.load
    if load.ending is not Ending.RAISED or not load.place or load.place.cell is None:
        return fault
    return Finding(status=Status.FAIL, code="nb.cell-error", params=at_cell(load, seen.cells))
