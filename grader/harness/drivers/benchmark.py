"""Calls a student's benchmark on a GPU whose clock the judge holds."""

import numbers
from typing import Any

import torch

from .. import virtual_clock
from ..loading import load
from ..serve import Session


def prepare(session: Session) -> None:
    """Put the judge's clock in the place of all others, before anything of the submission is loaded."""
    session.held = virtual_clock.install(session)


def call(session: Session, payload: dict[str, Any]) -> dict[str, Any]:
    """Call `entry(fn, x)`, or `entry(cpu_fn, gpu_fn, x)` to `compare`; x has `elements`, and lies on the host.

    Returns:
        The `number` that it gives, or else its `kind`.
    """
    assert session.submission is not None
    entry = session.submission.entry(payload["entry"])
    card = session.held
    functions = [virtual_clock.work(card)]
    if payload["compare"]:
        functions.insert(0, virtual_clock.work_of_the_host(card))
    x = torch.linspace(0.0, 1.0, payload["elements"])
    session.claims[virtual_clock.TIMED] = True
    found = entry(*functions, x)
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
