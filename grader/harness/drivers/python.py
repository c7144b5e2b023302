"""Calls plain functions of numbers and NumPy arrays."""

from typing import Any

import numpy as np

from .. import memory
from ..held import Held, copy, results, run
from ..loading import load
from ..serve import Session


def call(session: Session, payload: dict[str, Any]) -> dict[str, Any]:
    """Call `entry` with `arguments`; return what it `returned`, and all `buffers` as they are afterwards."""
    hold(session, payload)
    return run(session, {"call": True})


def hold(session: Session, payload: dict[str, Any]) -> dict[str, Any]:
    """Put the arguments into memory of this process; a number is Python's own, whatever its type was."""
    assert session.submission is not None, "it is loaded first"
    entry = session.submission.entry(payload["entry"])
    buffers = {each["name"]: np.array(each["buffer"]) for each in payload["arguments"] if "buffer" in each}
    values = [
        memory.view(each, buffers[each["name"]]) if "buffer" in each else memory.scalar(each).item()
        for each in payload["arguments"]
    ]
    session.held = Held(call=lambda: results(entry(*values)), buffers=buffers, back=payload.get("back", buffers))
    return {}


OPS = {"load": load, "call": call, "hold": hold, "run": run, "copy": copy}
