"""A message from a box to a Reply: what it says of itself is taken apart with exact types, and cut short."""

from collections.abc import Mapping

from grader.boxes.wire import WireError
from grader.model.assignment import Limits
from grader.model.evidence import Ending, Outcome, Place
from grader.model.values import Value
from grader.ports import Question, Reply

MAX_TEXT = 2000  # characters of an error message that are kept
# What the system had no more of, as the harness calls it.
REFUSED = {"disk": Ending.DISK, "files": Ending.OPEN_FILES, "processes": Ending.PROCESSES}
OUT_OF_MEMORY = ("DefaultCPUAllocator: can't allocate memory", "Unable to allocate")  # torch, numpy


def is_question(message: Mapping[str, Value], nonce: str) -> bool:
    """Return whether a message asks the judge something, in place of an answer. Raises WireError for a wrong nonce."""
    if message.get("id") != nonce:
        raise WireError("an answer to no question")
    return "ask" in message


def answered(message: Mapping[str, Value], answer: Question | None) -> Value:
    """Return the judge's answer to what a message asks. Raises WireError for a question that nobody expects."""
    name, asked = message["ask"], message.get("payload")
    if answer is None or not isinstance(name, str) or not isinstance(asked, Mapping):
        raise WireError("a question that was not expected")
    return answer(name, asked)


def reply_of(message: Mapping[str, Value], seconds: float, limits: Limits) -> Reply:
    """Return the reply that a final message stands for.

    Args:
        message: with `value` or `error`, and perhaps `claims`.
        seconds: since the request was made, by the judge's clock.
        limits: those of the request.

    Raises:
        WireError: the message is neither a value nor an error.
    """
    claims = message.get("claims")
    claims = claims if isinstance(claims, Mapping) else {}
    value, error = message.get("value"), message.get("error")
    if isinstance(value, Mapping):
        return Reply(outcome=Outcome(ending=Ending.RETURNED, seconds=seconds), value=value, claims=claims)
    if isinstance(error, Mapping):
        return Reply(outcome=raised(error, seconds, limits), claims=claims)
    raise WireError("neither a value nor an error")


def raised(error: Mapping[str, Value], seconds: float, limits: Limits) -> Outcome:
    """Return the outcome of an error that a box describes; one that comes from a limit is recognised."""
    kind, text = _text(error.get("type")), _text(error.get("text"))
    ending = REFUSED.get(_text(error.get("refused")), Ending.RAISED)
    if kind == "MemoryError" or any(sign in text for sign in OUT_OF_MEMORY):
        ending = Ending.MEMORY
    limit = limit_of(ending, limits)
    return Outcome(ending=ending, seconds=seconds, error=kind, text=text, place=_place(error), limit=limit)


def limit_of(ending: Ending, limits: Limits) -> float | None:
    """Return the limit that an ending speaks of: seconds, bytes or a count; None for any other ending."""
    return {
        Ending.TIMEOUT: limits.wall_s,
        Ending.CPU: limits.cpu_s,
        Ending.MEMORY: limits.memory_bytes,
        Ending.PROCESSES: limits.processes,
        Ending.OPEN_FILES: limits.open_files,
        Ending.DISK: limits.disk_bytes,
        Ending.OUTPUT: limits.output_bytes,
    }.get(ending)


def _text(value: Value) -> str:
    return value[:MAX_TEXT] if isinstance(value, str) else ""


def _place(error: Mapping[str, Value]) -> Place | None:
    file, line, cell = error.get("file"), error.get("line"), error.get("cell")
    if not isinstance(file, str) or not file or type(line) is not int or line < 1:
        return None
    return Place(file=file[:200], line=line, cell=cell if type(cell) is int else None)
