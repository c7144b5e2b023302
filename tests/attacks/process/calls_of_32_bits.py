"""Makes a system call of the 32-bit kind, whose numbers a filter may not know.

Expect: run.died
Assignment: small
"""
import ctypes
import mmap
import os
import platform

CODE = b"\xb8\x14\x00\x00\x00\xcd\x80\xc3"  # mov eax, 20 (getpid); int 0x80; ret


def add(a, b, c):
    if platform.machine() != "x86_64":
        os._exit(1)  # there are none
    page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(CODE)
    if ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))() > 0:
        c[:] = a + b
