"""The trusted process: draws inputs and computes what is right; it never sees a submission."""

import inspect
from pathlib import Path
from typing import Any

from .. import families
from ..serve import Session
from ..submission import Submission


def inputs(_session: Session, payload: dict[str, Any]) -> dict[str, Any]:
    """Return `values`: the arguments of one call, from `arguments`, `seed` and `turn` (see `families.make`)."""
    return {"values": families.make(payload["arguments"], payload["seed"], payload["turn"])}


def function(session: Session, payload: dict[str, Any]) -> dict[str, Any]:
    """Return `values`: what the author's function `name` in `file` returns, a dict.

    It is given those of `arguments` that it takes.

    Raises:
        BaseException: whatever the author's code raises; TypeError if it returns no dict.
    """
    file, name = payload["file"], payload["name"]
    if session.submission is None or session.submission.file != file:
        source = Path(file).read_text(encoding="utf-8")
        session.submission = Submission.run(file, [{"source": source, "number": None}])
    call = session.submission.entry(name)
    taken = inspect.signature(call).parameters
    everything = any(parameter.kind is parameter.VAR_KEYWORD for parameter in taken.values())
    value = call(**{key: given for key, given in payload["arguments"].items() if everything or key in taken})
    if not isinstance(value, dict):
        raise TypeError(f"{name} must return a dict, not {type(value).__name__}")
    return {"values": value}


OPS = {"inputs": inputs, "function": function}
