"""Puts a GPU and a clock that the judge holds in the place of torch's GPU and Python's clocks.

There is one queue: work on any stream goes into it. Tensors on the device are tensors of the host that remember where
they are said to be; only the benchmarked function and copies take time there.
"""

import contextlib
import importlib
import time
import timeit
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import torch
from torch import Tensor

from .serve import Session

TIMED = "timed"  # claim that says that a benchmark is running, and the judge answers
MIXED = "Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!"
NO_NUMPY = "can't convert cuda:0 device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first."
FACTORIES = ("empty", "zeros", "ones", "full", "rand", "randn", "randint", "arange", "tensor")
QUIET = ("init", "set_device", "empty_cache", "reset_peak_memory_stats", "manual_seed", "manual_seed_all")

Ask = Callable[..., Any]


class Stream:
    """The one queue, whichever stream it is called."""

    ask: ClassVar[Ask]

    def __init__(self, *_args: Any, **_named: Any) -> None:
        pass

    def synchronize(self) -> None:
        """Wait until the queue is empty."""
        self.ask("synchronize")

    def query(self) -> bool:
        """Return whether the queue is empty."""
        return bool(self.ask("query"))

    def record_event(self, event: Any = None) -> Any:
        """Record an event, a new one when none is given."""
        cuda: Any = torch.cuda
        recorded = cuda.Event() if event is None else event
        recorded.record()
        return recorded

    def wait_stream(self, _stream: Any) -> None:
        """Do nothing, as there is one queue."""

    wait_event = wait_stream


class Event:
    """Raises what torch's own raises, in the same words."""

    ask: ClassVar[Ask]

    def __init__(self, enable_timing: bool = False, *_args: Any, **_named: Any) -> None:
        self.timing = enable_timing
        self.mark: Any = None  # what the judge calls it, once recorded

    def record(self, _stream: Any = None) -> None:
        """Put a mark behind what is in the queue."""
        self.mark = self.ask("record")

    def synchronize(self) -> None:
        """Wait until the mark is reached."""
        if self.mark is not None:
            self.ask("wait", event=self.mark)

    def query(self) -> bool:
        """Return whether the mark is reached."""
        return self.mark is None or bool(self.ask("query", event=self.mark))

    def wait(self, _stream: Any = None) -> None:
        """Do nothing, as there is one queue."""

    def elapsed_time(self, end_event: "Event") -> float:
        """Return the milliseconds between two marks. Raises ValueError or RuntimeError, as torch does."""
        if not (self.timing and end_event.timing):
            raise ValueError("Both events must be created with argument 'enable_timing=True'.")
        if self.mark is None or end_event.mark is None:
            raise ValueError("Both events must be recorded before calculating elapsed time.")
        elapsed = self.ask("elapsed", start=self.mark, end=end_event.mark)
        if elapsed is None:
            raise RuntimeError("Both events must be completed before calculating elapsed time.")
        return float(elapsed)


class DeviceTensor(Tensor):
    """A tensor that is said to be on the GPU; what is computed from it is there too."""

    ask: ClassVar[Ask]
    device = property(lambda _self: torch.device("cuda", 0))
    is_cuda = property(lambda _self: True)

    def cpu(self, *_args: Any, **_named: Any) -> Tensor:
        """Copy it to the host, behind all work that is in the queue."""
        self.ask("copy")
        with torch._C.DisableTorchFunctionSubclass():  # noqa: SLF001 - as torch's own subclasses do
            return self.as_subclass(Tensor)

    def cuda(self, *_args: Any, **_named: Any) -> Tensor:
        """Return it as it is: it is there already."""
        return self

    def numpy(self, *_args: Any, **_named: Any) -> Any:
        """Refuse, as torch does."""
        raise TypeError(NO_NUMPY)

    __array__ = numpy

    def __repr__(self) -> str:  # type: ignore[override] # the base class takes what only torch itself passes
        return repr(self.cpu())

    # Everything that needs a value waits for it.
    item = lambda self: self.cpu().item()  # noqa: E731
    tolist = lambda self: self.cpu().tolist()  # noqa: E731
    __float__ = lambda self: float(self.cpu())  # noqa: E731
    __int__ = lambda self: int(self.cpu())  # noqa: E731
    __bool__ = lambda self: bool(self.cpu())  # noqa: E731
    __format__ = lambda self, spec: format(self.cpu(), spec)  # noqa: E731


def install(session: Session) -> None:
    """Change clocks and torch for the whole process; outside of a benchmark, the real clock answers."""
    now = time.perf_counter  # the real one

    def ask(name: str, **payload: Any) -> Any:
        return session.ask(name, **payload) if TIMED in session.claims else _alone(now, name, payload)

    _clocks(ask)
    _cuda(_asking(Stream, ask), _asking(Event, ask), ask)
    _tensors(_asking(DeviceTensor, ask), ask)


def work(session: Session) -> Callable[[Any], Any]:
    """Return the function that is to be benchmarked: it launches, and does not wait."""

    def fn(x: Any) -> Any:
        if not isinstance(x, Tensor):
            raise TypeError(f"expected a tensor, got {type(x).__name__}")
        if not x.is_cuda:
            raise RuntimeError(MIXED)
        session.ask("launch")
        return x * 2

    return fn


def _asking(kind: type[Any], ask: Ask) -> type[Any]:
    return type(kind.__name__, (kind,), {"ask": staticmethod(ask)})


def _alone(now: Callable[[], float], name: str, payload: dict[str, Any]) -> Any:
    """Answer while the submission is loaded, where no judge listens: nothing takes longer than it really does."""
    match name:
        case "clock" | "record":
            return now()
        case "elapsed":
            return (payload["end"] - payload["start"]) * 1e3
        case "query":
            return True
        case _:
            return None


def _clocks(ask: Ask) -> None:
    def clock(start: float, in_ns: bool) -> Callable[[], float]:
        return (lambda: round((start + ask("clock")) * 1e9)) if in_ns else (lambda: start + ask("clock"))

    def sleep(seconds: Any) -> None:
        if seconds < 0:
            raise ValueError("sleep length must be non-negative")
        ask("sleep", seconds=float(seconds))

    starts = dict.fromkeys(("perf_counter", "monotonic", "process_time", "thread_time"), 0.0) | {"time": time.time()}
    for name, start in starts.items():
        setattr(time, name, clock(start, in_ns=False))
        setattr(time, f"{name}_ns", clock(start, in_ns=True))
    time.sleep = sleep
    importlib.reload(timeit)  # its functions hold a clock in their defaults


def _cuda(stream: type[Any], event: type[Any], ask: Ask) -> None:
    cuda: Any = torch.cuda
    accelerator: Any = torch.accelerator
    only = stream()

    @contextlib.contextmanager
    def use(_stream: Any) -> Iterator[None]:
        yield

    cuda.Stream, cuda.Event, cuda.stream = stream, event, use
    cuda.current_stream = cuda.default_stream = lambda _device=None: only
    cuda.synchronize = accelerator.synchronize = lambda _device=None: ask("synchronize")
    cuda.is_available = accelerator.is_available = lambda: True
    cuda.device_count, cuda.current_device = (lambda: 1), (lambda: 0)
    cuda.get_device_name = lambda _device=None: "GPU"
    for name in QUIET:
        setattr(cuda, name, lambda *_args, **_named: None)


def _tensors(on_device: type[Any], ask: Ask) -> None:
    """Let tensors of the host be copied to the device, and new ones be made there."""
    tensor: Any = Tensor
    convert = Tensor.to

    def cuda(self: Tensor, *_args: Any, **_named: Any) -> Any:
        ask("copy")
        return self.as_subclass(on_device)

    def to(self: Any, *args: Any, **named: Any) -> Any:
        first = _device(args[0]) if args else ""
        device, rest = first or _device(named.pop("device", None)), args[1:] if first else args
        if device:
            self = self.cuda() if device == "cuda" else self.cpu()
        return convert(self, *rest, **named) if rest or named.keys() - {"non_blocking"} else self

    def made(make: Callable[..., Tensor]) -> Callable[..., Tensor]:
        def create(*args: Any, **named: Any) -> Any:
            if _device(named.get("device")) != "cuda":
                return make(*args, **named)
            return make(*args, **{**named, "device": "cpu"}).as_subclass(on_device)

        return create

    tensor.cuda, tensor.to, tensor.pin_memory = cuda, to, lambda self, *_args: self
    for name in FACTORIES:
        setattr(torch, name, made(getattr(torch, name)))


def _device(given: Any) -> str:
    """Return `cuda` or `cpu` for what names a device; nothing for anything else."""
    if isinstance(given, Tensor):
        given = given.device
    if isinstance(given, int) and not isinstance(given, bool):
        return "cuda"
    kind = str(given).partition(":")[0] if isinstance(given, str | torch.device) else ""
    return kind if kind in {"cuda", "cpu"} else ""
