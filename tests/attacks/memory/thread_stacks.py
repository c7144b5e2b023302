"""Asks for threads with stacks of 100 MB, and uses them.

Expect: run.memory | run.processes | run.raised
Assignment: small
"""
import ctypes
import threading
import time


def work():
    room = ctypes.create_string_buffer(10)
    ctypes.memset(ctypes.addressof(room), 1, 10)
    kept.append(bytearray(b"x" * 40_000_000))
    time.sleep(1)


kept = []


def add(a, b, c):
    threading.stack_size(100_000_000)
    threads = [threading.Thread(target=work) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if len(kept) == 20:
        c[:] = a + b
