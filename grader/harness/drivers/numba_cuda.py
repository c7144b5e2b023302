"""Calls numba CUDA kernels, and functions that launch them."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba import cuda

from .. import memory
from ..loading import load
from ..serve import Session

COUNTED = 200_000  # accesses of a call that are looked at


class NotAKernel(Exception):  # noqa: N818 - the judge reads this class name
    """The entry is to be launched, but it is a plain function."""


def call(session: Session, payload: dict[str, Any]) -> dict[str, Any]:
    """Call `entry` with `arguments`; return what it `returned`, and all `buffers` as they are afterwards.

    With a `launch`, of `blocks` and `threads`, the entry is a kernel, and the arrays lie on the device; without one it
    is a function of the host's arrays. On the virtual GPU blocks and threads run in the random order of the seed
    `order`, and what the `probes` ask for goes into the claims; see `virtual.analysis.claims`.
    """
    with _watched(session, payload):
        if payload["launch"] is not None:
            hold(session, payload)
            return collect(session, {})
        buffers = _buffers(payload)
        returned = _entry(session, payload)(*_values(payload["arguments"], buffers))
        return {"returned": _results(returned), "buffers": buffers}


def hold(session: Session, payload: dict[str, Any]) -> dict[str, Any]:
    """Put the arguments onto the device and launch the kernel once; it may be launched `again`."""
    entry = _entry(session, payload)
    if not hasattr(entry, "__getitem__"):
        raise NotAKernel(payload["entry"])
    on_device = {name: cuda.to_device(buffer) for name, buffer in _buffers(payload).items()}
    launch = payload["launch"]
    kernel = entry[launch["blocks"], launch["threads"]]
    session.held = (kernel, _values(payload["arguments"], on_device), on_device)
    return again(session, {"rounds": 1})


def again(session: Session, payload: dict[str, Any]) -> dict[str, Any]:
    """Launch the held kernel a number of `rounds`, and wait for the device."""
    kernel, values, _ = session.held
    for _ in range(payload["rounds"]):
        kernel(*values)
    cuda.synchronize()  # type: ignore[no-untyped-call] # numba ships no types
    return {}


def collect(session: Session, _payload: dict[str, Any]) -> dict[str, Any]:
    """Return the held `buffers`."""
    _, _, on_device = session.held
    return {"returned": {}, "buffers": {name: buffer.copy_to_host() for name, buffer in on_device.items()}}


@contextmanager
def _watched(session: Session, payload: dict[str, Any]) -> Iterator[None]:
    if os.environ.get("GRADER_DEVICE") != "virtual":
        yield
        return
    from ..virtual.analysis.findings import places
    from ..virtual.numba.driver import watching
    from ..virtual.numba.report import report

    assert session.submission is not None, "it is loaded first"
    probes, place = payload.get("probes", ()), places(session.submission.namespace["__places__"])
    rows = COUNTED if {"trace", "cost"} & set(probes) else 0
    try:
        with watching(rows=rows, order=payload.get("order", "forward")) as watch:
            yield
    finally:
        session.claims.update(report(watch, probes, place))


def _entry(session: Session, payload: dict[str, Any]) -> Any:
    assert session.submission is not None, "it is loaded first"
    return session.submission.entry(payload["entry"])


def _buffers(payload: dict[str, Any]) -> dict[str, Any]:
    return {argument["name"]: argument["buffer"] for argument in payload["arguments"] if "buffer" in argument}


def _values(arguments: list[dict[str, Any]], buffers: dict[str, Any]) -> list[Any]:
    return [
        memory.view(argument, buffers[argument["name"]]) if "buffer" in argument else memory.scalar(argument)
        for argument in arguments
    ]


def _results(returned: Any) -> dict[str, Any]:
    if returned is None:
        return {}
    return returned if isinstance(returned, dict) else {"result": returned}


OPS = {"load": load, "call": call, "hold": hold, "again": again, "collect": collect}
