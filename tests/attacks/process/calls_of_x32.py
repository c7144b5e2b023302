"""Makes a system call by its x32 number, which the kernel takes for the ordinary one.

Expect: output.never-written
Assignment: small
"""
import ctypes
import errno

LIBC = ctypes.CDLL(None, use_errno=True)
X32, UNSHARE, USER = 0x40000000, 272, 0x10000000


def add(a, b, c):
    if LIBC.syscall(X32 + UNSHARE, USER) >= 0 or ctypes.get_errno() not in (errno.ENOSYS, errno.EPERM):
        c[:] = a + b
