"""Runs scripts and notebooks from top to bottom, reads the variables that they leave, and calls their functions."""

from typing import Any

import numpy as np

from ..channel import crosses
from ..loading import load
from ..serve import Session
from ..submission import MissingEntry


def variables(session: Session, payload: dict[str, Any]) -> dict[str, Any]:
    """Return those of the global `names` that can be handed over, as `values`.

    The types of all of them go into the claims as `types`, the names of other variables as `others`.
    """
    assert session.submission is not None, "it is loaded first"
    found, wanted = dict(session.submission.namespace), payload["names"]
    there = {name: found[name] for name in wanted if name in found}
    session.claims["types"] = {name: type(value).__name__ for name, value in there.items()}
    session.claims["others"] = [name for name in found if isinstance(name, str) and name[:1] not in {"_", ""}]
    return {"values": {name: value for name, value in there.items() if crosses(value)}}


def call(session: Session, payload: dict[str, Any]) -> dict[str, Any]:
    """Return the `value` that a function of the submission gives for `args` and `kwargs`.

    Args:
        session: with the loaded submission.
        payload: with its name, `of`, as well, and `tensors`: whether arrays become tensors on the device.

    Raises:
        MissingEntry: there is no such function.
    """
    assert session.submission is not None, "it is loaded first"
    function = session.submission.entry(payload["of"])
    given = _tensors if payload["tensors"] else _same
    args = [given(value) for value in payload["args"]]
    return {"value": function(*args, **{name: given(value) for name, value in payload["kwargs"].items()})}


def variable(session: Session, payload: dict[str, Any]) -> dict[str, Any]:
    """Return the `value` of the global variable `of`. Raises MissingEntry."""
    assert session.submission is not None, "it is loaded first"
    if payload["of"] not in session.submission.namespace:
        raise MissingEntry(payload["of"])
    return {"value": session.submission.namespace[payload["of"]]}


def _same(value: Any) -> Any:
    return value


def _tensors(value: Any) -> Any:
    """Return a value with tensors on the device in place of its arrays."""
    import torch

    if isinstance(value, dict):
        return {key: _tensors(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_tensors(item) for item in value]
    if not isinstance(value, np.ndarray):
        return value
    return torch.from_numpy(value).to("cuda" if torch.cuda.is_available() else "cpu")


OPS = {"load": load, "variables": variables, "call": call, "variable": variable}
