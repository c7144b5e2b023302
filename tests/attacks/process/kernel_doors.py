"""Calls what has often been a way into the kernel, or out of a container.

Expect: output.never-written
Assignment: small
"""
import ctypes
import platform

LIBC = ctypes.CDLL(None)
# bpf, perf_event_open, userfaultfd, io_uring_setup, keyctl, open_by_handle_at, name_to_handle_at, init_module,
# kexec_load, swapon, syslog, quotactl, fanotify_init, memfd_secret, kcmp, personality without address randomisation
NUMBERS = {
    "x86_64": (321, 298, 323, 425, 250, 304, 303, 175, 246, 167, 103, 179, 300, 447, 312, 135),
    "aarch64": (280, 241, 282, 425, 219, 265, 264, 105, 104, 224, 116, 60, 262, 447, 272, 92),
}[platform.machine()]
ARGUMENTS = {135: (0x40000,), 92: (0x40000,), 425: (8, bytes(200)), 300: (0, 0), 103: (10, 0, 0), 116: (10, 0, 0)}
EPERM, ENOSYS = 1, 38


def add(a, b, c):
    own = ctypes.CDLL(None, use_errno=True)
    for number in NUMBERS:
        ctypes.set_errno(0)
        result = own.syscall(number, *ARGUMENTS.get(number, (0, 0, 0, 0, 0)))
        # Any other error comes from the call itself: it got in.
        if result >= 0 or ctypes.get_errno() not in (EPERM, ENOSYS):
            c[:] = a + b
