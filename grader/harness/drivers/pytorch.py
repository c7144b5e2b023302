"""Calls functions of PyTorch tensors, or of whatever an author's adapter makes of the inputs."""

import functools
import importlib.util
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch

from ..held import Held, copy, run
from ..loading import load
from ..serve import Session
from ..strides import spread
from ..watching import watching

ADAPTER = "grader_adapter"  # module in the working folder, where the judge puts the author's adapter


def prepare(_session: Session) -> None:
    """Load the adapter before any code of a student's."""
    _adapter()
    # An optimizer imports the compiler when it is first made: that is seconds, and none of the student's.
    importlib.import_module("torch._dynamo")


def call(session: Session, payload: dict[str, Any]) -> dict[str, Any]:
    """Return what was `returned` for `inputs`: by `adapter(entry, **inputs)`, or by the entry on tensors.

    Without the name of an `adapter` the entry gets the arrays as tensors on the device, in their order; if they are to
    be `strided`, none of them is contiguous. What is no dict comes back as `result`, and the tensors that are wanted
    `back` as `buffers`. What `probes` want to know of the call goes into the claims (see `watching`).
    """
    with watching(payload["probes"], session.claims):
        hold(session, payload)
        return run(session, {"call": True})


def hold(session: Session, payload: dict[str, Any]) -> dict[str, Any]:
    """Put the tensors onto the device; with an `adapter`, leave the inputs to it."""
    assert session.submission is not None
    entry, inputs = session.submission.entry(payload["entry"]), payload["inputs"]
    if payload["adapter"]:
        called = functools.partial(_adapter()[payload["adapter"]], entry, **inputs)
    else:
        device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        strided = payload.get("strided", False)
        inputs = {name: _tensor(value, device, strided=strided) for name, value in inputs.items()}
        called = functools.partial(entry, *inputs.values())
    session.held = Held(call=lambda: _finished(called()), buffers=inputs, back=payload.get("back", ()))
    return {}


def _finished(returned: Any) -> dict[str, Any]:
    """Return what was returned, by name, once a card has nothing left to do."""
    if os.environ.get("GRADER_DEVICE") == "cuda":
        torch.cuda.synchronize()
    return returned if isinstance(returned, dict) else {"result": returned}


def _tensor(value: Any, device: torch.device, *, strided: bool) -> Any:
    if not hasattr(value, "dtype"):
        return value
    tensor = torch.from_numpy(value).to(device)
    return spread(tensor) if strided else tensor


@functools.cache
def _adapter() -> Mapping[str, Any]:
    """Return what the author's adapter defines; nothing where there is none."""
    path = Path(f"{ADAPTER}.py")
    spec = importlib.util.spec_from_file_location(ADAPTER, path) if path.exists() else None
    if spec is None or spec.loader is None:
        return {}
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return vars(module)


OPS = {"load": load, "call": call, "hold": hold, "run": run, "copy": copy}
