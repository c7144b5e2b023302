"""Calls plain functions of numbers and NumPy arrays."""

from typing import Any

import numpy as np

from .. import memory
from ..loading import load
from ..serve import Session


def call(session: Session, payload: dict[str, Any]) -> dict[str, Any]:
    """Call `entry` with `arguments`; return what it `returned`, and all `buffers` as they are afterwards."""
    hold(session, payload)
    return run(session, {"rounds": 1})


def hold(session: Session, payload: dict[str, Any]) -> dict[str, Any]:
    """Put the arguments into memory of this process; a number is Python's own, whatever its type was."""
    assert session.submission is not None, "it is loaded first"
    buffers = {each["name"]: np.array(each["buffer"]) for each in payload["arguments"] if "buffer" in each}
    values = [
        memory.view(each, buffers[each["name"]]) if "buffer" in each else memory.scalar(each).item()
        for each in payload["arguments"]
    ]
    session.held = (session.submission.entry(payload["entry"]), values, buffers)
    return {}


def run(session: Session, payload: dict[str, Any]) -> dict[str, Any]:
    """Call the entry a number of `rounds` with what is held; return what the last one `returned`, and all `buffers`."""
    entry, values, buffers = session.held
    returned = None
    for _ in range(payload["rounds"]):
        returned = entry(*values)
    return {"returned": _results(returned), "buffers": buffers}


def _results(returned: Any) -> dict[str, Any]:
    if returned is None:
        return {}
    return returned if isinstance(returned, dict) else {"result": returned}


OPS = {"load": load, "call": call, "hold": hold, "run": run}
