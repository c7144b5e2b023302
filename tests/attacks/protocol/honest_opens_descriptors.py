"""An honest control: opens and closes descriptors of its own, by number.

Expect: pass
Assignment: small
"""
import os


def add(a, b, c):
    read, write = os.pipe()
    extra = os.dup(read)
    os.write(write, b"hello")
    os.close(write)
    with os.fdopen(extra, "rb") as file:
        assert file.read() == b"hello"
    os.close(read)
    c[:] = a + b
