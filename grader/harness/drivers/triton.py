"""Calls Triton kernels, and functions that launch them, with tensors on the card."""

import contextlib
import os
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
import torch
import triton

from ..held import Held, copy, results, run
from ..loading import load
from ..serve import Session
from ..strides import spread

RECORDED = 300_000  # accesses of a call that are looked at: a quarter of a second of looking


class NotAKernel(Exception):  # noqa: N818 - the judge reads this class name
    """The entry is to be launched, but it is a plain function."""


def call(session: Session, payload: dict[str, Any]) -> dict[str, Any]:
    """Call `entry` with `arguments`; return what it `returned`, and all `buffers` as they are afterwards.

    With a `launch`, of `blocks`, the entry is a kernel, and gets the arguments in their order; without one it is a
    function of tensors. On the virtual card the programs of a grid run in an `order`, and what the `probes` ask for
    goes into the claims; see `virtual.analysis.claims`.
    """
    hold(session, payload)
    with _watched(session, payload):
        return run(session, {"call": True})


def hold(session: Session, payload: dict[str, Any]) -> dict[str, Any]:
    """Put the arguments onto the card; if they are to be `strided`, the entry gets tensors that are not contiguous."""
    is_kernel, strided = payload["launch"] is not None, payload.get("strided", False)
    entry = _launched(session, payload) if is_kernel else _entry(session, payload)
    buffers = _buffers(payload)
    dense = _values(payload, buffers)
    values = [spread(each) if isinstance(each, torch.Tensor) else each for each in dense] if strided else dense

    def called() -> Mapping[str, Any]:
        returned = entry(*values)
        for inside, spaced in zip(dense, values, strict=True) if strided else ():
            if isinstance(inside, torch.Tensor):
                inside.copy_(spaced)  # between its guard zones, where the judge looks
        if not is_kernel:
            return results(returned)
        torch.cuda.synchronize()
        return {}  # a launch returns a handle

    session.held = Held(call=called, buffers=buffers, back=payload.get("back", buffers))
    return {}


def _entry(session: Session, payload: dict[str, Any]) -> Any:
    assert session.submission is not None, "it is loaded first"
    return session.submission.entry(payload["entry"])


def _launched(session: Session, payload: dict[str, Any]) -> Callable[..., Any]:
    """Return the entry with its grid. Raises NotAKernel."""
    entry = _entry(session, payload)
    if not isinstance(entry, triton.runtime.jit.KernelInterface):
        raise NotAKernel(payload["entry"])
    found: Callable[..., Any] = entry[(payload["launch"]["blocks"],)]
    return found


def _buffers(payload: dict[str, Any]) -> dict[str, torch.Tensor]:
    """Return what holds each array and its guard zones, on the card."""
    return {
        argument["name"]: torch.from_numpy(np.array(argument["buffer"])).cuda()
        for argument in payload["arguments"]
        if "buffer" in argument
    }


def _values(payload: dict[str, Any], buffers: Mapping[str, torch.Tensor]) -> list[Any]:
    return [
        _between_guards(argument, buffers[argument["name"]]) if "buffer" in argument else argument["value"]
        for argument in payload["arguments"]
    ]


def _between_guards(argument: Mapping[str, Any], buffer: torch.Tensor) -> torch.Tensor:
    inside = buffer[argument["guard"] : len(buffer) - argument["guard"]]
    return inside.view(getattr(torch, argument["dtype"])).reshape(argument["shape"])


@contextlib.contextmanager
def _watched(session: Session, payload: dict[str, Any]) -> Iterator[None]:
    """Watch the launches within, where the card is the virtual one."""
    if os.environ.get("GRADER_DEVICE") != "virtual":
        yield
        return
    from ..virtual.analysis.claims import claims
    from ..virtual.analysis.findings import places
    from ..virtual.triton.watch import Watch, watching

    assert session.submission is not None, "it is loaded first"
    probes, place = payload.get("probes", ()), places(session.submission.namespace["__places__"])
    watch = Watch(order=payload["order"], capacity=RECORDED if {"trace", "cost"} & set(probes) else 0)
    try:
        with watching(watch):
            yield
    finally:
        session.claims.update(claims(watch.launches, probes, place, count=watch.count))


OPS = {"load": load, "call": call, "hold": hold, "run": run, "copy": copy}
