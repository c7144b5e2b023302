"""Waits for ever in native code, with Python's lock held.

Expect: run.timeout
Assignment: brief
"""
import ctypes


def add(a, b, c):
    library, mutex = ctypes.PyDLL(None), ctypes.create_string_buffer(64)
    library.pthread_mutex_lock(mutex)
    library.pthread_mutex_lock(mutex)
