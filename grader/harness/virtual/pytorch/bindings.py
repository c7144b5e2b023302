# ruff: noqa: SLF001 - what is private to torch is the boundary that is emulated
"""What torch's Python asks of its part in C that only builds for CUDA have: here it is answered by the virtual cards.

Everything above it, as `torch.cuda.memory_stats()`, is torch's own.
"""

import functools
import re
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from .. import card

_KINDS = (
    "allocation", "segment", "allocated_bytes", "reserved_bytes", "requested_bytes", "inactive_split",
    "inactive_split_bytes",
)  # fmt: skip
_SHARES = ("all", "small_pool", "large_pool")
_VALUES = ("current", "peak", "allocated", "freed")
_ERRORS = {0: "no error", 2: "out of memory", 101: "invalid device ordinal", 710: "device-side assert triggered"}

ops: Any = torch.ops.virtual_gpu


@dataclass(frozen=True, kw_only=True)
class Properties:
    """What a card says of itself, under torch's names."""

    index: int
    name: str = card.NAME
    major: int = card.CAPABILITY[0]
    minor: int = card.CAPABILITY[1]
    total_memory: int = card.MEMORY
    multi_processor_count: int = card.PROCESSORS
    warp_size: int = card.WARP
    max_threads_per_block: int = card.MAX_THREADS
    max_threads_per_multi_processor: int = 2048
    regs_per_multiprocessor: int = card.REGISTERS
    shared_memory_per_block: int = card.SHARED
    shared_memory_per_block_optin: int = card.SHARED_OPTIN
    shared_memory_per_multiprocessor: int = card.SHARED_OPTIN + 1024
    L2_cache_size: int = 40 * 2**20
    is_integrated: bool = False
    is_multi_gpu_board: bool = False
    clock_rate: int = 1_410_000  # kHz, of an A100
    memory_clock_rate: int = 1_215_000
    memory_bus_width: int = 5120
    pci_bus_id: int = 0
    pci_device_id: int = 0
    pci_domain_id: int = 0
    gcnArchName: str = card.NAME  # noqa: N815 - torch's own name

    @property
    def uuid(self) -> uuid.UUID:
        """A number that tells the cards apart."""
        return uuid.UUID(int=self.index)

    def __repr__(self) -> str:
        return (
            f"_CudaDeviceProperties(name='{self.name}', major={self.major}, minor={self.minor}, "
            f"total_memory={self.total_memory >> 20}MB, multi_processor_count={self.multi_processor_count}, "
            f"uuid={self.uuid}, pci_bus_id={self.pci_bus_id}, pci_device_id={self.pci_device_id}, "
            f"pci_domain_id={self.pci_domain_id}, L2_cache_size={self.L2_cache_size >> 20}MB)"
        )


class Runtime:
    """The functions of CUDA's runtime that torch hands on as `torch.cuda.cudart()`."""

    class cudaError(int):  # noqa: N801 - CUDA's own name
        """A status."""

        success = 0

    @staticmethod
    def cudaMemGetInfo(device: int) -> tuple[int, int]:  # noqa: N802 - CUDA's own name
        """Return free and total bytes."""
        return card.MEMORY - _memory_stats(device)["reserved_bytes"]["all"]["current"], card.MEMORY

    @staticmethod
    def cudaGetErrorString(code: int) -> str:  # noqa: N802 - CUDA's own name
        """Return what a status means."""
        return _ERRORS.get(int(code), "unrecognized error code")

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name in {"cudaProfilerStart", "cudaProfilerStop"}:
            return lambda: 0
        if name.startswith("cuda"):
            return not_emulated(name)
        raise AttributeError(name)


def not_emulated(name: str) -> Callable[..., Any]:
    """Return a function that says that there is no such thing here."""

    def refuse(*_args: Any, **_named: Any) -> Any:
        raise RuntimeError(f"{name} is not emulated on the virtual GPU")

    return refuse


def bind() -> None:
    """Put all functions in their places."""
    c: Any = torch._C
    for name in _known():
        setattr(c, name, not_emulated(f"torch._C.{name}"))
    for name, function in _functions().items():
        setattr(c, f"_cuda_{name}", function)
    c._has_cuda = True
    cuda: Any = torch.cuda
    cuda._cudart = Runtime()
    cuda._get_device_properties = functools.cache(lambda device: Properties(index=device))
    cuda._CudaDeviceProperties = Properties
    cuda._is_in_bad_fork = ops.forked
    # Not the same function: torch's compiler lists functions by identity.
    cuda._exchange_device, cuda._maybe_exchange_device = _exchange, functools.partial(_exchange)
    cuda._device_count_nvml = lambda: -1  # a real driver's library, if there is one, knows nothing of these cards
    cuda.is_current_stream_capturing = cuda.graphs.is_current_stream_capturing = lambda: False
    cuda.default_generators = tuple(ops.generator(device) for device in range(card.DEVICES))
    cuda.CUDAGraph.__new__ = not_emulated("torch.cuda.CUDAGraph")
    cuda.ipc_collect = lambda: None
    torch.version.cuda = "13.0"
    _storages()


def _storages() -> None:
    """Let storages be made on a card by themselves, as `torch.load` makes them, and resized."""
    kind: Any = torch.UntypedStorage
    make, resize = kind.__new__, kind.resize_

    def __new__(cls: Any, *args: Any, device: Any = None, **named: Any) -> Any:  # noqa: N807 - it is that method
        if device is None or torch.device(device).type != "cuda":
            return make(cls, *args, **named) if device is None else make(cls, *args, device=device, **named)
        return torch.empty(*(args or (0,)), dtype=torch.uint8, device=device).untyped_storage()

    def resize_(self: Any, size: int) -> Any:
        if self.device.type != "cuda":
            return resize(self, size)
        ops.resize_storage(self, size)
        return self

    kind.__new__, kind.resize_ = __new__, resize_


def _functions() -> dict[str, Callable[..., Any]]:
    """Return what is emulated, by its name after `_cuda_`."""
    return {
        "init": ops.use, "isInBadFork": ops.forked, "getDeviceCount": lambda: card.DEVICES,
        "getDevice": ops.get_device, "setDevice": ops.set_device, "exchangeDevice": _exchange,
        "maybeExchangeDevice": _exchange, "synchronize": ops.synchronize, "hasPrimaryContext": lambda _device: True,
        "canDeviceAccessPeer": lambda one, other: one != other, "getArchFlags": lambda: "sm_80",
        "getCompiledVersion": lambda: 13000,
        "getCurrentStream": lambda device: (ops.get_stream(device), device, 1),
        "getDefaultStream": lambda device: (0, device, 1),
        "getCurrentRawStream": lambda device: ops.get_stream(device) << 4,
        "setStream": _set_stream, "isCurrentStreamCapturing": lambda: False,
        "memoryStats": _memory_stats, "resetPeakMemoryStats": ops.reset_peak, "emptyCache": ops.empty_cache,
        "resetAccumulatedMemoryStats": ops.reset_accumulated, "getAllocatorBackend": lambda: "native",
        "setMemoryFraction": lambda fraction, device: ops.set_fraction(device, fraction),
        "getMemoryFraction": ops.get_fraction, "hostMemoryStats": dict, "resetPeakHostMemoryStats": lambda: None,
        "resetAccumulatedHostMemoryStats": lambda: None, "isHistoryEnabled": lambda: False,
        "cudaCachingAllocator_is_enabled": lambda: True, "get_sync_debug_mode": lambda: 0,
        "clearCublasWorkspaces": lambda: None, "get_conv_benchmark_empty_cache": lambda: False,
        "sleep": not_emulated("torch.cuda._sleep"),
    }  # fmt: skip


def _known() -> set[str]:
    """Return all functions of CUDA that torch's Python could call, from the description of its part in C."""
    described = Path(torch.__file__).with_name("_C") / "__init__.pyi"
    text = described.read_text(encoding="utf-8") if described.is_file() else ""
    return set(re.findall(r"^def (_cuda_\w+)", text, re.MULTILINE)) | {
        name for name in dir(torch._C) if name.startswith("_cuda_")
    }


def _exchange(device: int) -> int:
    before: int = ops.get_device()
    if device >= 0:
        ops.set_device(device)
    return before


def _set_stream(*, stream_id: int, device_index: int, device_type: int) -> None:  # noqa: ARG001 - it is always a card
    ops.set_device(device_index)
    ops.set_stream(device_index, stream_id)


def _memory_stats(device: int) -> dict[str, Any]:
    """Return the counters of the allocator, nested as torch's own."""
    retries, failures, *numbers = ops.memory_stats(device)
    values = iter(numbers)
    stats: dict[str, Any] = {
        kind: {share: {value: next(values) for value in _VALUES} for share in _SHARES} for kind in _KINDS
    }
    stats["active"], stats["active_bytes"] = stats["allocation"], stats["allocated_bytes"]
    nothing = dict.fromkeys(_VALUES, 0)
    return stats | {
        "num_alloc_retries": retries, "num_ooms": failures, "max_split_size": -1, "num_sync_all_streams": 0,
        "num_device_alloc": stats["segment"]["all"]["allocated"], "num_device_free": stats["segment"]["all"]["freed"],
        "oversize_allocations": nothing, "oversize_segments": nothing,
    }  # fmt: skip
