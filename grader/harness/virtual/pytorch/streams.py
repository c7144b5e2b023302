# ruff: noqa: SLF001 - what is private to torch is the boundary that is emulated
"""Streams and events of the virtual cards: what torch's own classes are made from."""

import importlib
from typing import Any

import torch

from .bindings import not_emulated, ops

_TIMING = "Both events must be created with argument 'enable_timing=True'."
_RECORDED = "Both events must be recorded before calculating elapsed time."


class StreamBase(torch.Stream):
    """A stream; all of them are one queue."""

    priority = 0

    def __new__(cls, priority: int = 0, *, stream_ptr: int = 0, **which: int) -> Any:
        """Return a new stream of the current device, or the one that is given by `stream_id` and `device_index`."""
        if stream_ptr:
            not_emulated("torch.cuda.ExternalStream")()
        if "stream_id" in which:
            return super().__new__(cls, which["stream_id"], which["device_index"], which["device_type"])
        return super().__new__(cls, torch.device("cuda", ops.get_device()), priority=priority)

    @property
    def cuda_stream(self) -> int:
        """The handle, 0 for the default stream."""
        return int(self.stream_id) << 4

    @staticmethod
    def priority_range() -> tuple[int, int]:
        """Return the least and the greatest priority."""
        return 0, -5


class EventBase(torch.Event):
    """A mark in the queue. Raises what torch's own raises, in the same words."""

    _mark: torch.Event
    _timed: bool
    _recorded: bool

    def __new__(
        cls, *, enable_timing: bool = False, blocking: bool = False, interprocess: bool = False, external: bool = False
    ) -> Any:
        """Return an event that is not in the queue yet."""
        if interprocess or external:
            not_emulated("an event of several processes, or of a graph,")()
        made = super().__new__(cls, torch.device("cuda"), enable_timing=enable_timing, blocking=blocking)
        # torch measures between events of its own class alone, so that this one is only the shell of such a one.
        made._mark = torch.Event(torch.device("cuda"), enable_timing=enable_timing, blocking=blocking)
        made._timed, made._recorded = enable_timing, False
        return made

    def record(self, stream: Any = None) -> None:
        """Put it behind what is in the queue."""
        self._mark.record(stream)
        self._recorded = True

    def wait(self, stream: Any = None) -> None:
        """Let the stream go on behind it, which it does anyway: there is one queue."""

    def query(self) -> bool:
        """Return whether it is reached, or not in the queue."""
        return bool(self._mark.query())

    def synchronize(self) -> None:
        """Wait until it is reached."""
        self._mark.synchronize()

    def elapsed_time(self, end_event: Any) -> float:
        """Return the milliseconds between two marks, by the clock of this machine."""
        if not (self._recorded and end_event._recorded):
            raise ValueError(_RECORDED)
        if not (self._timed and end_event._timed):
            raise ValueError(_TIMING)
        if not (self.query() and end_event.query()):
            raise torch.AcceleratorError("CUDA error: device not ready")
        return float(self._mark.elapsed_time(end_event._mark))

    @property
    def cuda_event(self) -> int:
        """The handle, 0 before it is recorded."""
        return id(self) if self._recorded else 0

    ipc_handle = from_ipc_handle = not_emulated("an event of several processes")


def rebuild() -> None:
    """Make torch's classes anew, from these."""
    c: Any = torch._C
    cuda: Any = torch.cuda
    c._CudaStreamBase, c._CudaEventBase = StreamBase, EventBase
    streams = importlib.reload(cuda.streams)
    for name in ("Stream", "ExternalStream", "Event"):
        setattr(cuda, name, getattr(streams, name))
