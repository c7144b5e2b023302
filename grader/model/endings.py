"""How a run ended, as the code of a message and its parameters."""

from collections.abc import Mapping

from grader.model.evidence import Ending, Outcome

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


def not_emulated(outcome: Outcome) -> Mapping[str, object] | None:
    """Return the parameters of `device.not-emulated` for a run that needed what the virtual GPU has not; else None."""
    if outcome.ending is not Ending.RAISED or NOT_EMULATED not in outcome.text:
        return None
    return {"error": outcome.said, "where": outcome.where}
