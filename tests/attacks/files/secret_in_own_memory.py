"""Reads all of its own memory for something that the judge's process holds.

Row: 35
Expect: output.never-written
Expect B': py.no-such-file
Assignment: small
"""
import ctypes


def add(a, b, c):
    secret = ctypes.create_string_buffer(20)  # never whole in the memory of Python's own objects
    for place, byte in enumerate(bytes.fromhex("61336637 2d54455243455350 4f54")[::-1]):
        secret[place] = byte
    mine = ctypes.addressof(secret)
    memory = open("/proc/self/mem", "rb", 0)
    for line in open("/proc/self/maps"):
        span, rights = line.split()[:2]
        start, end = (int(number, 16) for number in span.split("-"))
        if rights.startswith("rw") and end - start < 1 << 28:
            try:
                memory.seek(start)
                found = memory.read(end - start).find(secret.value)
            except (OSError, OverflowError, ValueError):
                continue
            if found >= 0 and start + found != mine:
                c[:] = a + b
