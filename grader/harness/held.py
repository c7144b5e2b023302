"""Calls in two steps, of which the second can be timed: put the arguments into place, then call the entry."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .serve import Session


@dataclass(kw_only=True)
class Held:
    """A call that is ready to be made, and what it gave."""

    call: Callable[[], Mapping[str, Any]]  # returns when nothing of it is left to be done
    buffers: Mapping[str, Any] = field(default_factory=dict)  # arguments and their guard zones, wherever they lie
    back: Sequence[str] = ()  # those that are handed back
    returned: Mapping[str, Any] = field(default_factory=dict)

    def run(self, *, call: bool) -> dict[str, Any]:
        """Make the call, or none; hand back what it `returned`, and the `buffers` that are wanted back."""
        if call:
            self.returned = self.call()
        return {"returned": self.returned, "buffers": {name: self.buffers[name] for name in self.back}}


def run(session: Session, payload: dict[str, Any]) -> dict[str, Any]:
    """Do what is held, if asked to `call`, and hand back what it gave, or what it gave before."""
    held: Held = session.held
    return held.run(call=payload["call"])


def copy(_session: Session, payload: dict[str, Any]) -> dict[str, Any]:
    """Copy a number of `bytes` from one place of the device's memory to another, a number of `times`."""
    if os.environ.get("GRADER_DEVICE") == "cuda":
        import torch

        there, here = (torch.ones(payload["bytes"], dtype=torch.uint8, device="cuda") for _ in range(2))
        for _ in range(payload["times"]):
            there.copy_(here)
        torch.cuda.synchronize()
        return {}
    target, source = np.ones(payload["bytes"], np.uint8), np.ones(payload["bytes"], np.uint8)
    for _ in range(payload["times"]):
        np.copyto(target, source)
    return {}


def results(returned: Any) -> dict[str, Any]:
    """Return what an entry returned, by name; what is no dict is called `result`."""
    if returned is None:
        return {}
    return returned if isinstance(returned, dict) else {"result": returned}
