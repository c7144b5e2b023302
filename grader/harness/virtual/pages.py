"""Ranges of addresses, pieces of which are given memory and lose it again, as each system offers them."""

import ctypes
import sys
from typing import Any

_NONE, _READ_WRITE = 0, 3  # PROT_NONE, PROT_READ | PROT_WRITE
_FIXED = 0x10  # MAP_FIXED
# MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, whose numbers each system has chosen for itself.
_FLAGS = 0x1042 if sys.platform == "darwin" else 0x4022
_RESERVE, _COMMIT, _DECOMMIT = 0x2000, 0x1000, 0x4000  # MEM_RESERVE, MEM_COMMIT, MEM_DECOMMIT
_NO_ACCESS, _PAGE_READ_WRITE = 0x1, 0x4  # PAGE_NOACCESS, PAGE_READWRITE


class _Posix:
    """By mmap(2)."""

    def __init__(self) -> None:
        libc = ctypes.CDLL(None)
        self._mmap, self._mprotect = libc.mmap, libc.mprotect
        self._mmap.restype = ctypes.c_void_p
        self._mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
        self._mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]

    def reserve(self, size: int) -> int:
        found: int | None = self._mmap(None, size, _NONE, _FLAGS, -1, 0)
        return 0 if found is None or found == ctypes.c_void_p(-1).value else found

    def open(self, address: int, size: int) -> bool:
        return not self._mprotect(address, size, _READ_WRITE)

    def close(self, address: int, size: int) -> None:
        self._mmap(address, size, _NONE, _FLAGS | _FIXED, -1, 0)


class _Windows:
    """By VirtualAlloc."""

    def __init__(self) -> None:
        kernel: Any = ctypes.CDLL("kernel32")
        self._alloc, self._free = kernel.VirtualAlloc, kernel.VirtualFree
        self._alloc.restype = ctypes.c_void_p
        self._alloc.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_uint32, ctypes.c_uint32]
        self._free.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_uint32]

    def reserve(self, size: int) -> int:
        return self._alloc(None, size, _RESERVE, _NO_ACCESS) or 0

    def open(self, address: int, size: int) -> bool:
        return bool(self._alloc(address, size, _COMMIT, _PAGE_READ_WRITE))

    def close(self, address: int, size: int) -> None:
        self._free(address, size, _DECOMMIT)


class Pages:
    """One range of addresses; nothing in it is accessible at first.

    Attributes:
        start: the first address.

    Raises:
        MemoryError: there are not so many addresses.
    """

    def __init__(self, size: int) -> None:
        self._system = _Windows() if sys.platform == "win32" else _Posix()
        self.start = self._system.reserve(size)
        if not self.start:
            raise MemoryError("no addresses for the memory of the virtual GPU")

    def open(self, address: int, size: int) -> None:
        """Make a piece of it accessible; it is all zeros. Raises MemoryError: the host has no memory left."""
        if not self._system.open(address, size):
            raise MemoryError("the host has no memory left for the virtual GPU")

    def close(self, address: int, size: int) -> None:
        """Give the memory of a piece back; it is not accessible any more."""
        self._system.close(address, size)
