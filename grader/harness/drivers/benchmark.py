"""Calls a student's benchmark on a GPU whose clock the judge holds."""

import numbers
from typing import Any

import torch

from .. import virtual_clock
from ..loading import load
from ..serve import Session

LENGTH = 1024  # elements of the input


def prepare(session: Session) -> None:
    """Put the judge's clock in the place of all others, before anything of the submission is loaded."""
    virtual_clock.install(session)


def call(session: Session, payload: dict[str, Any]) -> dict[str, Any]:
    """Call `entry(fn, x)`, where x lies on the host; return the `number` that it gives, or else its `kind`."""
    assert session.submission is not None
    entry = session.submission.entry(payload["entry"])
    x = torch.linspace(0.0, 1.0, LENGTH)
    session.claims[virtual_clock.TIMED] = True
    found = entry(virtual_clock.work(session), x)
    number = _number(found)
    return {"kind": "None" if found is None else type(found).__name__} if number is None else {"number": number}


def _number(found: Any) -> float | None:
    """Return a number of Python's, numpy's or torch's; None for anything else."""
    if getattr(found, "shape", None) == () and hasattr(found, "item"):
        found = found.item()
    if isinstance(found, bool) or not isinstance(found, numbers.Real):
        return None
    return float(found)


OPS = {"load": load, "call": call}
