"""Calls numba CUDA kernels, and functions that launch them; on the simulator when numba is told so."""

from typing import Any

from numba import config, cuda  # type: ignore[attr-defined] # numba ships no types

from .. import memory, virtual_numba
from ..loading import load
from ..serve import Session


class NotAKernel(Exception):  # noqa: N818 - the judge reads this class name
    """The entry is to be launched, but it is a plain function."""


def prepare(session: Session) -> None:
    """Make the simulator behave more like a card."""
    if config.ENABLE_CUDASIM:
        virtual_numba.install(session)


def call(session: Session, payload: dict[str, Any]) -> dict[str, Any]:
    """Call `entry` with `arguments`; return what it `returned`, and all `buffers` as they are afterwards.

    With a `launch`, of `blocks` and `threads`, the entry is a kernel, and the arrays lie on the device; without one it
    is a function of the host's arrays.
    """
    assert session.submission is not None
    entry = session.submission.entry(payload["entry"])
    launch, arguments = payload["launch"], payload["arguments"]
    buffers = {argument["name"]: argument["buffer"] for argument in arguments if "buffer" in argument}
    if launch is None:
        return {"returned": _results(entry(*_values(arguments, buffers))), "buffers": buffers}
    if not hasattr(entry, "__getitem__"):
        raise NotAKernel(payload["entry"])
    on_device = {name: cuda.to_device(buffer) for name, buffer in buffers.items()}
    entry[launch["blocks"], launch["threads"]](*_values(arguments, on_device))
    cuda.synchronize()
    return {"returned": {}, "buffers": {name: buffer.copy_to_host() for name, buffer in on_device.items()}}


def _values(arguments: list[dict[str, Any]], buffers: dict[str, Any]) -> list[Any]:
    return [
        memory.view(argument, buffers[argument["name"]]) if "buffer" in argument else memory.scalar(argument)
        for argument in arguments
    ]


def _results(returned: Any) -> dict[str, Any]:
    if returned is None:
        return {}
    return returned if isinstance(returned, dict) else {"result": returned}


OPS = {"load": load, "call": call}
