"""How much of the card's memory a request holds, as the counters of its allocators tell."""

import contextlib
import ctypes
import gc
import os
import sys
from collections.abc import Iterator
from typing import Any, Protocol

PROBE = "memory"  # how the judge asks for it
OF_TORCH = ("pytorch", "triton")  # drivers of code whose memory is torch's


class Measured(Protocol):
    """What is known of a box."""

    driver: str
    held: Any  # what the driver keeps between requests; with a `library`, if it is compiled CUDA C
    claims: dict[str, Any]


@contextlib.contextmanager
def measured(box: Measured, payload: dict[str, Any]) -> Iterator[None]:
    """Measure what happens within, if `memory` is among the `probes` of a payload.

    At the end the claims have `memory`: `most`, bytes that were held at a time beyond what was there before; `left`,
    bytes that are held at the end; and `refused_frees`, calls of cudaFree that were refused. Where the allocators of
    the device tell nothing, there is no claim.
    """
    if PROBE not in payload.get("probes", ()) or not _tells(box.driver):
        yield
        return
    library = getattr(getattr(box.held, "library", None), "native", None)
    before, _, _ = _counters(library, collect=True)
    try:
        yield
    finally:
        _, most, refused = _counters(library, collect=False)
        left, _, _ = _counters(library, collect=True)
        box.claims[PROBE] = {"most": max(0, most - before), "left": left, "refused_frees": refused}


def _tells(driver: str) -> bool:
    """Return whether the device counts what a driver's code asks for; on a real card only torch's allocator does."""
    if os.environ.get("GRADER_DEVICE") == "virtual":
        return True
    torch = sys.modules.get("torch")
    return driver in OF_TORCH and torch is not None and bool(torch.cuda.is_available())


def _counters(library: Any, *, collect: bool) -> tuple[int, int, int]:
    """Return what is held, the most that was, and how many frees were refused, since this was last called."""
    if collect:
        gc.collect()
    told = (_of_numba(collect=collect), _of_torch(), _of_library(library))
    held, most, refused = (sum(each) for each in zip(*told, strict=True))
    return held, most, refused


def _of_numba(*, collect: bool) -> tuple[int, int, int]:
    if os.environ.get("GRADER_DEVICE") != "virtual":
        return 0, 0, 0
    from .virtual.memory import card_memory

    numba = sys.modules.get("numba.cuda")
    if collect and numba is not None:
        numba.current_context().memory_manager.deallocations.clear()  # what numba frees, it frees later
    memory = card_memory()
    told = memory.asked, memory.most, 0
    memory.most = memory.asked
    return told


def _of_torch() -> tuple[int, int, int]:
    held = most = 0
    torch = sys.modules.get("torch")
    if torch is None or not torch.cuda.is_available():
        return 0, 0, 0
    for device in range(torch.cuda.device_count()):
        torch.cuda.synchronize(device)
        held += torch.cuda.memory_allocated(device)
        most += torch.cuda.max_memory_allocated(device)
        torch.cuda.reset_peak_memory_stats(device)
    return held, most, 0


def _of_library(library: Any) -> tuple[int, int, int]:
    if library is None:
        return 0, 0, 0
    told = (ctypes.c_int64 * 3)()
    library.vgpu_memory(told)
    return told[0], told[1], told[2]
