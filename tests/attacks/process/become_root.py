"""Tries to get the powers of a root, by calls that change the user or the capabilities.

Expect: output.never-written
Assignment: small
"""
import ctypes
import os
import struct

LIBC = ctypes.CDLL(None)
VERSION = 0x20080522


def capable():
    header, data = struct.pack("Ii", VERSION, 0), ctypes.create_string_buffer(24)
    LIBC.capget(header, data)
    return any(data.raw)


def add(a, b, c):
    before = os.getresuid()
    for user in (0, 1, 65534):
        for change in (os.setuid, os.seteuid, os.setgid, lambda user: os.setgroups([user])):
            try:
                change(user)
                worked = os.getresuid() != before or user in os.getgroups()
            except OSError:
                continue
            if worked:
                c[:] = a + b
    LIBC.capset(struct.pack("Ii", VERSION, 0), b"\xff" * 24)
    if capable():
        c[:] = a + b
