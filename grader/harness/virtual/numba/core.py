"""What all parts of the virtual driver share: handles, contexts, the queue."""

import functools
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from numba.cuda.cudadrv import enums

from .. import card
from ..memory import card_memory
from .machine import Machine
from .watch import Watch
from .worker import Worker

ILLEGAL_ADDRESS = 700  # of the CUDA driver API; numba's own list does not have it, and calls it unknown


class RefusedError(Exception):
    """The driver's answer is an error.

    Attributes:
        code: of enums.
        detail: what is known beyond that.
    """

    def __init__(self, code: int, detail: str = "") -> None:
        super().__init__(code)
        self.code, self.detail = code, detail


@dataclass(kw_only=True)
class Context:
    """The one of a device; after a failed launch nothing works in it any more."""

    device: int
    failure: RefusedError | None = None


@dataclass(kw_only=True)
class Handles:
    """What the driver has given out numbers for."""

    things: dict[int, Any] = field(default_factory=dict)
    last: int = 0x1000

    def add(self, thing: Any) -> int:
        """Return a new number for a thing."""
        self.last += 16
        self.things[self.last] = thing
        return self.last

    def __getitem__(self, handle: int) -> Any:
        if handle not in self.things:
            raise RefusedError(enums.CUDA_ERROR_INVALID_HANDLE)
        return self.things[handle]

    def remove(self, handle: int) -> None:
        """Forget a thing."""
        self.things.pop(handle, None)


class Core:
    """What all parts of the driver share.

    Attributes:
        machine: that runs kernels.
        memory: of the card.
        worker: the queue.
        handles: of contexts, streams, events, modules and functions.
        contexts: one for each device.
        written: addresses of allocations that something has been written to.
        watch: what launches are to be written down in.
    """

    def __init__(self) -> None:
        self.machine, self.memory, self.worker = Machine(), card_memory(), Worker()
        self.handles = Handles()
        self.written: set[int] = set()
        self.watch: Watch | None = None
        self.contexts = [Context(device=device) for device in range(card.DEVICES)]
        self._numbers = [self.handles.add(context) for context in self.contexts]
        self._current = threading.local()

    @property
    def stack(self) -> list[int]:
        """The handles of the contexts that this thread has pushed."""
        if not hasattr(self._current, "stack"):
            self._current.stack = []
        found: list[int] = self._current.stack
        return found

    @property
    def context(self) -> Context:
        """The current one. Raises RefusedError when there is none, or a launch has failed in it."""
        if not self.stack:
            raise RefusedError(enums.CUDA_ERROR_INVALID_CONTEXT)
        found: Context = self.handles[self.stack[-1]]
        if found.failure:
            raise found.failure
        return found

    def number(self, device: int) -> int:
        """Return the handle of a device's context."""
        if not 0 <= device < card.DEVICES:
            raise RefusedError(enums.CUDA_ERROR_INVALID_DEVICE)
        return self._numbers[device]

    def wait(self) -> None:
        """Wait for all work, torch's too, and raise what went wrong in it."""
        if settle := _settle_torch():
            settle()
        self.worker.drain()
        self.machine.printer.flush()
        _ = self.context

    def submit(self, job: Callable[[], None], *, late: bool = False) -> None:
        """Queue work of the current context, which is left out when a launch before it has failed there.

        Args:
            job: the work.
            late: whether, where launches are watched, it is to begin as late as a card may: so whoever does not wait
                for it is found out.
        """
        context, settle = self.context, _settle_torch()
        if settle:
            settle()
        submit = self.worker.submit_late if late and self.watch else self.worker.submit
        submit(lambda: None if context.failure else job())
        if settle:  # torch knows nothing of this queue, and may touch the same memory next
            self.worker.drain()


def _settle_torch() -> Callable[[], None] | None:
    """Return what waits for torch's queue; None as long as nothing has been done there."""
    torch = sys.modules.get("torch")
    if torch is None or not torch.cuda.is_initialized():
        return None
    found: Callable[[], None] = torch.ops.virtual_gpu.settle
    return found


@functools.cache
def core() -> Core:
    """Return the one of this process."""
    return Core()


def number(value: Any) -> int:
    """Return an argument of the driver as a number: numba passes some as objects of ctypes, and no stream as None."""
    found = getattr(value, "value", value)
    return int(found or 0)


def put(reference: Any, value: Any) -> None:
    """Write a result to where `byref` points."""
    reference._obj.value = value  # noqa: SLF001 - there is no other way to what `byref` was given
