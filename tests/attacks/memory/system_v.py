"""Takes System V shared memory, which outlives the processes that use it.

Expect: run.memory
Expect BB'CD: run.raised
Assignment: small
"""
import ctypes

LIBC = ctypes.CDLL(None)
LIBC.shmat.restype = ctypes.c_void_p
SIZE = 50_000_000


def add(a, b, c):
    for _ in range(20):
        segment = LIBC.shmget(0, SIZE, 0o1600)
        if segment < 0:
            raise OSError("refused")
        place = LIBC.shmat(segment, None, 0)
        ctypes.memset(place, 1, SIZE)
        LIBC.shmdt(ctypes.c_void_p(place))
    c[:] = a + b
