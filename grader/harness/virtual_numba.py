"""Makes numba's own CUDA simulator answer as a card does, where it is more lenient or more strict than one."""

import copy
import threading
from typing import Any

import numpy as np
from numba import cuda
from numba.cuda.simulator import kernel as simulated
from numba.cuda.simulator.cudadrv import devicearray
from numba.cuda.simulator.cudadrv.devicearray import FakeCUDAArray, FakeWithinKernelCUDAArray

MAX_THREADS = 1024  # of one block, on every card since 2010 (CUDA C++ Programming Guide, compute capabilities)
MAX_BLOCK = (1024, 1024, 64)
PAGE = 2 * 1024**2  # bytes that a driver hands out at least; beyond them a card reports an illegal address
STACK = 256 * 1024  # bytes for each simulated thread


class CudaAPIError(Exception):
    """What numba raises when the driver refuses something."""


def install() -> None:
    """Change the simulator for the whole process."""
    threading.stack_size(STACK)
    _launch_as_a_card()
    _access_as_a_card()
    _allocate_as_a_card()


def _launch_as_a_card() -> None:
    kernel: Any = simulated.FakeCUDAKernel
    configure, run = kernel.__getitem__, kernel.__call__

    def configured(self: Any, configuration: Any) -> Any:
        # A copy, as the simulator would keep the configuration for a later call without one.
        return configure(copy.copy(self), configuration)

    def launched(self: Any, *args: Any) -> Any:
        if not self._device:  # which a function called inside of a kernel is
            if self.grid_dim is None:
                raise ValueError("Kernel launch configuration was not specified.")
            _check(self.grid_dim, self.block_dim)
        return run(self, *args)

    kernel.__getitem__, kernel.__call__ = configured, launched


def _access_as_a_card() -> None:
    array: Any = FakeWithinKernelCUDAArray

    def read(self: Any, index: Any) -> Any:
        beyond = _beyond(self._item, index)
        return _item(self, index) if beyond is None else beyond.load()

    def write(self: Any, index: Any, value: Any) -> None:
        beyond = _beyond(self._item, index)
        if beyond is None:
            self._item[index] = value
        else:
            beyond.store(value)

    array.__getitem__, array.__setitem__ = read, write


def _allocate_as_a_card() -> None:
    allocate: Any = devicearray.device_array

    def allocated(*args: Any, **kwargs: Any) -> Any:
        made = allocate(*args, **kwargs)
        _uninitialised(made)
        return made

    # `device_array_like` looks it up in its own module.
    cuda.device_array = devicearray.device_array = allocated


def _check(grid: tuple[int, ...], block: tuple[int, ...]) -> None:
    if np.prod(block) > MAX_THREADS or any(size > most for size, most in zip(block, MAX_BLOCK, strict=False)):
        raise CudaAPIError(
            f"Call to cuLaunchKernel results in CUDA_ERROR_INVALID_VALUE (a block of {tuple(block)} threads)"
        )
    if min(*grid, *block) < 1:
        raise CudaAPIError(
            f"Call to cuLaunchKernel results in CUDA_ERROR_INVALID_VALUE (a grid of {tuple(grid)} blocks)"
        )


def _uninitialised(made: Any) -> None:
    """Fill new memory as it may be on a card: with nothing that a program can rely on."""
    array = made._ary  # noqa: SLF001 - the simulator's own field
    kind = array.dtype.kind
    if kind in "fc":
        array.fill(np.nan)
    elif kind in "iu":
        array.fill(np.iinfo(array.dtype).max)


def _item(wrapped: Any, index: Any) -> Any:
    found = wrapped._item[index]  # noqa: SLF001 - the simulator's own field
    return type(wrapped)(found) if isinstance(found, FakeCUDAArray) else found


class _Place:
    """One element of memory by its address, outside the shape of the array that was indexed."""

    def __init__(self, array: Any, offset: int) -> None:
        self._array = array
        root = array
        while isinstance(root.base, np.ndarray):
            root = root.base
        start = array.__array_interface__["data"][0] + offset - root.__array_interface__["data"][0]
        if not -PAGE <= start < root.nbytes + PAGE:
            raise CudaAPIError("Call to cuMemcpyDtoH results in CUDA_ERROR_ILLEGAL_ADDRESS")
        inside = 0 <= start <= root.nbytes - array.itemsize
        # Between the end of an allocation and the end of its page a card neither complains nor keeps a promise.
        memory = root.view(np.uint8).reshape(-1)[start : start + array.itemsize] if inside else None
        self._element = memory.view(array.dtype) if memory is not None else np.zeros(1, array.dtype)

    def load(self) -> Any:
        return self._element[0]

    def store(self, value: Any) -> None:
        self._element[0] = value


def _beyond(fake: Any, index: Any) -> _Place | None:
    """Return the place that a card would touch, when an index of whole numbers leaves the array's shape."""
    array = fake._ary  # noqa: SLF001 - the simulator's own field
    indices = index if isinstance(index, tuple) else (index,)
    if len(indices) != array.ndim or not all(isinstance(each, int | np.integer) for each in indices):
        return None
    # Numba counts a negative index from the end, as Python does, and checks nothing else.
    places = [int(each) + (length if each < 0 else 0) for each, length in zip(indices, array.shape, strict=True)]
    if all(0 <= place < length for place, length in zip(places, array.shape, strict=True)):
        return None
    return _Place(array, sum(place * step for place, step in zip(places, array.strides, strict=True)))
