"""Memory of the virtual driver: allocation, and copies between host and card."""

import ctypes
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numba.cuda.cudadrv import enums

from .. import card
from .core import Core, RefusedError, number, put

Buffer = np.ndarray[Any, np.dtype[np.uint8]]


class Transfers:
    """Memory of the card and of the host.

    A copy without a stream waits for all work. One on a stream is queued; what cannot be queued on a card either,
    because the memory of the host is not pinned, is copied at once.
    """

    def __init__(self, core: Core) -> None:
        self._core = core
        self._allocated: dict[int, Buffer] = {}  # pinned memory of the host, by its address
        self._registered: dict[int, int] = {}  # bytes of other memory of the host that is pinned, by its address

    def calls(self) -> Mapping[str, Callable[..., None]]:
        """Return what answers each call, by its name in the CUDA driver API."""
        return {
            "cuMemAlloc": self._alloc,
            "cuMemAllocManaged": self._alloc_managed,
            "cuMemFree": self._free,
            "cuMemGetInfo": self._get_info,
            "cuMemGetAddressRange": self._get_address_range,
            "cuPointerGetAttribute": self._pointer_get_attribute,
            "cuMemHostAlloc": self._host_alloc,
            "cuMemFreeHost": self._free_host,
            "cuMemHostRegister": self._host_register,
            "cuMemHostUnregister": self._host_unregister,
            "cuMemHostGetDevicePointer": self._host_get_device_pointer,
            "cuMemsetD8": self._set,
            "cuMemsetD8Async": self._set_async,
            "cuMemcpyHtoD": self._to_device,
            "cuMemcpyDtoH": self._to_host,
            "cuMemcpyDtoD": self._on_device,
            "cuMemcpyHtoDAsync": self._to_device_async,
            "cuMemcpyDtoHAsync": self._to_host_async,
            "cuMemcpyDtoDAsync": self._on_device_async,
        }

    def _alloc(self, pointer: Any, size: Any) -> None:
        device = self._core.context.device
        if number(size) == 0:
            raise RefusedError(enums.CUDA_ERROR_INVALID_VALUE)
        try:
            address = self._core.memory.allocate(number(size), device=device)
        except MemoryError as error:
            raise RefusedError(enums.CUDA_ERROR_OUT_OF_MEMORY) from error
        put(pointer, address)

    def _alloc_managed(self, pointer: Any, size: Any, _flags: Any) -> None:
        """Allocate memory of the card, which the host reaches like its own."""
        self._alloc(pointer, size)
        self._core.written.add(pointer._obj.value)  # noqa: SLF001 - as in `put`; what the host writes is not seen

    def _free(self, pointer: Any) -> None:
        """Give memory back when all work is done, as a driver does; also after a failed launch."""
        self._core.worker.drain()
        self._core.written.discard(number(pointer))
        try:
            self._core.memory.free(number(pointer))
        except KeyError as error:
            raise RefusedError(enums.CUDA_ERROR_INVALID_VALUE) from error

    def _get_info(self, free: Any, total: Any) -> None:
        put(free, card.MEMORY - self._core.memory.used(self._core.context.device))
        put(total, card.MEMORY)

    def _get_address_range(self, base: Any, size: Any, pointer: Any) -> None:
        found = self._core.memory.find(number(pointer))
        if found is None:
            raise RefusedError(enums.CUDA_ERROR_NOT_FOUND)
        put(base, found.address)
        put(size, found.size)

    def _pointer_get_attribute(self, result: Any, attribute: Any, pointer: Any) -> None:
        if number(attribute) != enums.CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
            raise NotImplementedError("this attribute of a pointer is not emulated on the virtual GPU")
        self._require(number(pointer), 1)
        put(result, number(pointer))

    def _host_alloc(self, pointer: Any, size: Any, flags: Any) -> None:
        _ = self._core.context
        buffer = np.zeros(max(1, number(size)), np.uint8)
        address = int(buffer.ctypes.data)
        self._allocated[address] = buffer
        if number(flags) & enums.CU_MEMHOSTALLOC_DEVICEMAP:
            self._share(address, buffer.nbytes)
        put(pointer, address)

    def _free_host(self, pointer: Any) -> None:
        self._core.worker.drain()
        self._core.memory.unshare(number(pointer))
        self._allocated.pop(number(pointer), None)

    def _host_register(self, pointer: Any, size: Any, flags: Any) -> None:
        _ = self._core.context
        if number(pointer) in self._registered:
            raise RefusedError(enums.CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED)
        self._registered[number(pointer)] = number(size)
        if number(flags) & enums.CU_MEMHOSTREGISTER_DEVICEMAP:
            self._share(number(pointer), number(size))

    def _host_unregister(self, pointer: Any) -> None:
        self._core.worker.drain()
        self._core.memory.unshare(number(pointer))
        self._registered.pop(number(pointer), None)

    def _host_get_device_pointer(self, result: Any, pointer: Any, _flags: Any) -> None:
        put(result, number(pointer))

    def _set(self, target: Any, value: Any, size: Any) -> None:
        self._set_async(target, value, size, None)
        self._core.wait()

    def _set_async(self, target: Any, value: Any, size: Any, _stream: Any) -> None:
        address, byte, count = number(target), number(value), number(size)
        self._write(address, count)
        self._core.submit(lambda: _fill(address, byte, count))

    def _to_device(self, target: Any, source: Any, size: Any) -> None:
        self._core.wait()
        self._write(number(target), number(size))
        ctypes.memmove(number(target), number(source), number(size))

    def _to_host(self, target: Any, source: Any, size: Any) -> None:
        self._core.wait()
        self._require(number(source), number(size))
        ctypes.memmove(number(target), number(source), number(size))

    def _on_device(self, target: Any, source: Any, size: Any) -> None:
        self._on_device_async(target, source, size, None)
        self._core.wait()

    def _to_device_async(self, target: Any, source: Any, size: Any, _stream: Any) -> None:
        to, count = number(target), number(size)
        self._write(to, count)
        # What is not pinned goes through a buffer of the driver's, and may change when the call has returned.
        staged = None if self._pinned(number(source), count) else ctypes.create_string_buffer(count)
        start = number(source)
        if staged is not None:
            ctypes.memmove(staged, start, count)
        self._core.submit(lambda: _copy(to, start if staged is None else ctypes.addressof(staged), count))

    def _to_host_async(self, target: Any, source: Any, size: Any, _stream: Any) -> None:
        to, start, count = number(target), number(source), number(size)
        if not self._pinned(to, count):
            self._to_host(target, source, size)
            return
        self._require(start, count)
        self._core.submit(lambda: _copy(to, start, count), late=True)

    def _on_device_async(self, target: Any, source: Any, size: Any, _stream: Any) -> None:
        to, start, count = number(target), number(source), number(size)
        self._require(start, count)
        self._write(to, count)
        self._core.submit(lambda: _copy(to, start, count))

    def _write(self, address: int, size: int) -> None:
        """Remember that memory of the card is about to be written. Raises RefusedError when it is not the card's."""
        self._require(address, size)
        found = self._core.memory.find(address)
        if found:
            self._core.written.add(found.address)

    def _require(self, address: int, size: int) -> None:
        if not self._core.memory.reaches(address, size):
            raise RefusedError(enums.CUDA_ERROR_INVALID_VALUE)

    def _share(self, address: int, size: int) -> None:
        try:
            self._core.memory.share(address, size)
        except MemoryError as error:
            raise RefusedError(enums.CUDA_ERROR_OUT_OF_MEMORY) from error

    def _pinned(self, address: int, size: int) -> bool:
        pieces = [(start, buffer.nbytes) for start, buffer in self._allocated.items()] + [*self._registered.items()]
        return any(start <= address and address + size <= start + length for start, length in pieces)


def _fill(address: int, byte: int, count: int) -> None:
    ctypes.memset(address, byte, count)


def _copy(target: int, source: int, count: int) -> None:
    ctypes.memmove(target, source, count)
