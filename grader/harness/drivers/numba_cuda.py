"""Calls numba CUDA kernels, and functions that launch them."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba import cuda

from .. import memory
from ..held import Held, copy, results, run
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
        hold(session, payload)
        done = run(session, {"call": True})
        return {**done, "buffers": _on_host(done["buffers"])}


def hold(session: Session, payload: dict[str, Any]) -> dict[str, Any]:
    """Put the arguments into place: onto the device where there is a `launch`."""
    entry, launch, buffers = _entry(session, payload), payload["launch"], _buffers(payload)
    if launch is not None:
        if not hasattr(entry, "__getitem__"):
            raise NotAKernel(payload["entry"])
        entry = entry[launch["blocks"], launch["threads"]]
        buffers = {name: cuda.to_device(buffer) for name, buffer in buffers.items()}
    values = _values(payload["arguments"], buffers)

    def called() -> dict[str, Any]:
        returned = entry(*values)
        if launch is not None:
            cuda.synchronize()  # type: ignore[no-untyped-call] # numba ships no types
        return results(returned)

    session.held = Held(call=called, buffers=buffers, back=payload.get("back", buffers))
    return {}


def _on_host(buffers: dict[str, Any]) -> dict[str, Any]:
    """Return copies, made while accesses are still watched."""
    return {
        name: buffer.copy_to_host() if hasattr(buffer, "copy_to_host") else buffer for name, buffer in buffers.items()
    }


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


OPS = {"load": load, "call": call, "hold": hold, "run": run, "copy": copy}
