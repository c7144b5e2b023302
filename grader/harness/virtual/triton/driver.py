"""What Triton takes for the driver of a card; its launcher runs a kernel's intermediate code."""

import functools
import operator
import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import torch
import triton
from triton._utils import is_namedtuple
from triton.backends.compiler import GPUTarget
from triton.backends.driver import DriverBase
from triton.tools.tensor_descriptor import TensorDescriptor

from .. import card
from ..trace import Launch, Range
from .access import Accesses, Argument
from .errors import OURS, cuda_error, not_emulated
from .kinds import parse, rounded
from .program import Frame, Kernel
from .watch import current

# Of an A100 (NVIDIA A100 data sheet); the virtual card has no speed, but programs ask for it.
_CLOCKS = {"sm_clock_rate": 1410000, "mem_clock_rate": 1215000, "mem_bus_width": 5120}  # kHz, kHz, bits
_ELEMENTS = (1 << 16, 1, 1)  # that a record can tell apart in a program
_CACHE = 1 << 20  # bytes that a benchmark overwrites: there is no cache of a card to empty


class VirtualDriver(DriverBase):  # type: ignore[misc] # triton ships no types
    """Stands where the driver of a card would."""

    def __init__(self) -> None:
        super().__init__()
        self.utils = _Utils()
        self.launcher_cls = Launcher

    @classmethod
    def is_active(cls) -> bool:
        """Return whether there is a card."""
        return True

    def map_python_to_cpp_type(self, ty: str) -> str:
        """Refuse: no code in C++ is made."""
        raise not_emulated(f"a launcher in C++ for {ty}")

    def get_current_target(self) -> Any:
        """Return what to compile for."""
        major, minor = card.CAPABILITY
        return GPUTarget("cuda", 10 * major + minor, card.WARP)

    def get_device_capability(self, _device: Any = None) -> tuple[int, int]:
        """Return the compute capability."""
        return card.CAPABILITY

    def get_current_device(self) -> int:
        """Return the number of the device that torch works on."""
        return torch.cuda.current_device() if has_card() else 0

    def set_current_device(self, device: int) -> None:
        """Let torch work on another device."""
        if has_card():
            torch.cuda.set_device(device)

    def get_current_stream(self, device: int | None = None) -> int:
        """Return the handle of torch's stream."""
        return int(torch.cuda.current_stream(device).cuda_stream) if has_card() else 0

    def get_active_torch_device(self) -> torch.device:
        """Return where tensors for a kernel should be made."""
        return torch.device("cuda", self.get_current_device()) if has_card() else torch.device("cpu")

    def get_device_interface(self) -> Any:
        """Return what has events and `synchronize`, as `torch.cuda` has."""
        return (
            torch.cuda
            if has_card()
            else SimpleNamespace(Event=_Event, synchronize=lambda: None, current_device=lambda: 0)
        )

    def get_benchmarker(self) -> Any:
        """Return what the autotuner measures with: seconds of this processor, which say nothing of a card's."""
        return triton.testing.do_bench

    def get_empty_cache_for_benchmark(self) -> torch.Tensor:
        """Return memory to overwrite between two measurements."""
        return torch.empty(_CACHE // 4, dtype=torch.int, device=self.get_active_torch_device())

    def clear_cache(self, cache: torch.Tensor) -> None:
        """Overwrite that memory."""
        cache.zero_()


class _Event:
    """Stands where a tensor's library has no card, and so no events."""

    def __init__(self, *, enable_timing: bool = False) -> None:
        self._timed, self._at = enable_timing, 0.0

    def record(self) -> None:
        self._at = time.perf_counter()

    def synchronize(self) -> None:
        """Return: everything is done."""

    def elapsed_time(self, later: "_Event") -> float:
        return (later._at - self._at) * 1e3  # noqa: SLF001 - of the same class


class _Utils:
    def load_binary(self, name: str, code: bytes, _shared: int, _device: int) -> tuple[Any, ...]:
        """Return module, function, registers, spilled bytes and most threads of a kernel."""
        try:
            kernel = Kernel(code.decode(), str(triton.__path__[0]))
        except OURS as error:
            raise not_emulated(f"something in the kernel {name} ({type(error).__name__}: {error})") from error
        return kernel, kernel, 0, 0, card.MAX_THREADS

    def unload_module(self, module: Any) -> None:
        """Nothing is held."""

    def get_device_properties(self, _device: int) -> dict[str, int]:
        return {
            "max_shared_mem": card.SHARED_OPTIN, "max_num_regs": card.REGISTERS,
            "multiprocessor_count": card.PROCESSORS, "warpSize": card.WARP, **_CLOCKS,
        }  # fmt: skip

    def set_printf_fifo_size(self, size: int) -> None:
        """Nothing that is printed is lost here."""


class Launcher:
    """Launches one kernel: what Triton's compiler makes in C for a card."""

    def __init__(self, src: Any, _metadata: Any) -> None:
        self._names = src.fn.arg_names
        self._signature = list(src.signature.values())

    def __call__(  # noqa: PLR0917 - Triton calls it so
        self,
        x: Any,
        y: Any,
        z: Any,
        _stream: int,
        kernel: Kernel,
        _packed: Any,
        metadata: Any,
        before: Callable[[Any], None] | None,
        after: Callable[[Any], None] | None,
        *arguments: Any,
    ) -> None:
        """Run a grid of programs; it is done when this returns.

        Raises:
            ValueError: an argument is no memory of the card's.
            RuntimeError: as the driver reports it: the grid is too large, or an address is no memory.
        """
        grid = (operator.index(x), operator.index(y), operator.index(z))
        given = list(_flat(self._names, self._signature, arguments))
        values = [_value(argument, kind) for (_, argument), (_, kind) in zip(given, kernel.parameters, strict=True)]
        if min(grid) <= 0:
            return
        if any(size > most for size, most in zip(grid, card.MAX_GRID, strict=True)):
            raise cuda_error("invalid argument")
        if any(isinstance(argument, torch.Tensor) and argument.is_cuda for _, argument in given):
            torch.cuda.synchronize()
        if before is not None:
            before(metadata)
        _run(kernel, grid, values, [_memory(name, each) for name, each in given if hasattr(each, "data_ptr")])
        if after is not None:
            after(metadata)


def _run(kernel: Kernel, grid: tuple[int, int, int], values: list[Any], memory: list[Argument]) -> None:
    watch = current()
    watch.count += 1
    accesses = Accesses(arguments=memory, capacity=watch.room)
    frame = Frame(values=[], position=(0, 0, 0), grid=grid, accesses=accesses)
    try:
        # What overflows or is no number on a card is no error there.
        with np.errstate(all="ignore"):
            for program in watch.programs(grid[0] * grid[1] * grid[2]):
                frame.position = (program % grid[0], program // grid[0] % grid[1], program // (grid[0] * grid[1]))
                accesses.begin(program, frame.position, ordered=kernel.orders)
                kernel.run(frame, values)
    except OURS as error:
        raise not_emulated(f"something in the kernel {kernel.name} ({type(error).__name__}: {error})") from error
    finally:
        if accesses.capacity:
            trace = accesses.trace(anywhere=kernel.casts)
            watch.launches.append(Launch(kernel=kernel.name, grid=grid, block=_ELEMENTS, trace=trace))


def _flat(names: list[str], signature: list[Any], arguments: tuple[Any, ...]) -> Iterator[tuple[str, Any]]:
    """Yield what a kernel gets, by name: no constants, tuples apart, a tensor descriptor as its parts."""
    for name, kind, argument in zip(names, signature, arguments, strict=True):
        if isinstance(kind, tuple):
            parts = list(argument) if isinstance(argument, tuple) or is_namedtuple(argument) else [argument]
            yield from _flat([name] * len(parts), list(kind), tuple(parts))
        elif isinstance(argument, TensorDescriptor):
            shape, strides = list(argument.shape), list(argument.strides)
            flags = [argument.padding == "nan", argument.round_f32_to_tf32]
            yield from ((name, part) for part in (argument.base, *shape, *strides, *flags, *shape, *strides))
        elif kind != "constexpr":
            yield name, argument


def _value(argument: Any, text: str) -> Any:
    """Return an argument as a value of a kernel's type.

    Raises:
        TypeError: it is no pointer, where one belongs.
        ValueError: it is a tensor of the host's, and there is a card.
    """
    kind = parse(text)
    if not kind.element.startswith("!tt.ptr"):
        value = np.asarray(argument)
        return rounded(value, kind.element) if kind.dtype.kind == "f" else value.astype(kind.dtype)
    if argument is None or isinstance(argument, int):
        return np.int64(argument or 0)
    if not hasattr(argument, "data_ptr"):
        raise TypeError("Pointer argument must be either uint64 or have data_ptr method")
    tensor = _tensor(argument)
    on_host = isinstance(tensor, torch.Tensor) and not tensor.is_cuda
    if on_host and tensor.numel() and has_card() and not tensor.is_pinned():
        raise ValueError("Pointer argument cannot be accessed from Triton (cpu tensor?)")
    return np.int64(argument.data_ptr())


def _memory(name: str, argument: Any) -> Argument:
    tensor = _tensor(argument)
    storage = tensor.untyped_storage()
    last = sum((size - 1) * stride for size, stride in zip(tensor.shape, tensor.stride(), strict=True))
    size = (last + 1) * tensor.element_size() if tensor.numel() else 0
    begin = storage.data_ptr()
    seen = Range(address=tensor.data_ptr(), size=size, name=name, initialised=not _untouched(tensor))
    return Argument(name=name, begin=begin, end=begin + storage.nbytes(), seen=seen, itemsize=tensor.element_size())


def _untouched(tensor: torch.Tensor) -> bool:
    """Return whether memory of the card still has nothing but the poison of new memory: as a float, an odd NaN."""
    if not (tensor.is_cuda and tensor.is_floating_point() and tensor.numel() and current().room):
        return False
    raw = tensor.detach().cpu().contiguous().view(torch.uint8)
    return bool((raw == card.POISON).all())


def _tensor(argument: Any) -> Any:
    """Return the tensor itself, also of `triton.reinterpret`."""
    return argument.base if isinstance(argument, triton.runtime.jit.TensorWrapper) else argument


def has_card() -> bool:
    """Return whether torch has a card, virtual or not, and not only says so."""
    return torch.cuda.is_available() and _makes_tensors()


@functools.cache
def _makes_tensors() -> bool:
    return torch.empty(0, device="cuda").is_cuda
