"""Streams and events of the virtual driver."""

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from numba.cuda.cudadrv import enums

from .core import Core, RefusedError, number, put


@dataclass(kw_only=True)
class Event:
    """A mark in the queue: `reached` is None unless it was recorded; `moment` is in seconds."""

    timing: bool
    reached: threading.Event | None = None
    moment: float = 0.0


class Streams:
    """Streams and events: all streams are one queue, which is one of the orders that a card may choose."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def calls(self) -> Mapping[str, Callable[..., None]]:
        """Return what answers each call, by its name in the CUDA driver API."""
        return {
            "cuStreamCreate": self._stream_create,
            "cuStreamDestroy": self._stream_destroy,
            "cuStreamSynchronize": self._stream_synchronize,
            "cuStreamWaitEvent": self._stream_wait_event,
            "cuStreamAddCallback": self._stream_add_callback,
            "cuEventCreate": self._event_create,
            "cuEventDestroy": self._event_destroy,
            "cuEventRecord": self._event_record,
            "cuEventQuery": self._event_query,
            "cuEventSynchronize": self._event_synchronize,
            "cuEventElapsedTime": self._event_elapsed_time,
        }

    def _stream_create(self, stream: Any, _flags: Any) -> None:
        """Make a stream."""
        _ = self._core.context
        put(stream, self._core.handles.add("stream"))

    def _stream_destroy(self, stream: Any) -> None:
        """Forget a stream; what is queued is still done."""
        self._core.handles.remove(number(stream))

    def _stream_synchronize(self, _stream: Any) -> None:
        """Wait for all work."""
        self._core.wait()

    def _stream_wait_event(self, _stream: Any, _event: Any, _flags: Any) -> None:
        """Do nothing: what was recorded before is done before."""
        _ = self._core.context

    def _stream_add_callback(self, stream: Any, callback: Any, data: Any, _flags: Any) -> None:
        """Call back, in the thread of the queue, when all work so far is done."""
        context, handle = self._core.context, number(stream)
        self._core.worker.submit(lambda: callback(handle, context.failure.code if context.failure else 0, data))
        self._core.worker.release()

    def _event_create(self, event: Any, flags: Any) -> None:
        """Make an event."""
        _ = self._core.context
        put(event, self._core.handles.add(Event(timing=not number(flags) & enums.CU_EVENT_DISABLE_TIMING)))

    def _event_destroy(self, event: Any) -> None:
        """Forget an event."""
        self._core.handles.remove(number(event))

    def _event_record(self, event: Any, _stream: Any) -> None:
        """Put a mark behind all work so far."""
        marked: Event = self._core.handles[number(event)]
        _ = self._core.context
        reached = marked.reached = threading.Event()

        def reach() -> None:
            marked.moment = time.perf_counter()
            reached.set()

        self._core.worker.submit(reach)

    def _event_query(self, event: Any) -> None:
        """Refuse when the mark is not reached yet."""
        marked: Event = self._core.handles[number(event)]
        self._core.worker.release()
        if marked.reached and not marked.reached.is_set():
            raise RefusedError(enums.CUDA_ERROR_NOT_READY)
        _ = self._core.context

    def _event_synchronize(self, event: Any) -> None:
        """Wait until the mark is reached."""
        marked: Event = self._core.handles[number(event)]
        self._core.worker.release()
        if marked.reached:
            marked.reached.wait()
        self._core.machine.printer.flush()
        _ = self._core.context

    def _event_elapsed_time(self, milliseconds: Any, start: Any, end: Any) -> None:
        """Tell the milliseconds from one mark to another."""
        marks: list[Event] = [self._core.handles[number(each)] for each in (start, end)]
        if not all(mark.reached and mark.timing for mark in marks):
            raise RefusedError(enums.CUDA_ERROR_INVALID_HANDLE)
        if not all(mark.reached.is_set() for mark in marks if mark.reached):
            raise RefusedError(enums.CUDA_ERROR_NOT_READY)
        _ = self._core.context
        put(milliseconds, (marks[1].moment - marks[0].moment) * 1e3)
