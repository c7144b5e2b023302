"""Takes its own time, as a student who looks for what is slow.

Expect: pass
"""
import time


def add(a, b, c):
    start = time.perf_counter()
    c[:] = a + b
    print(f"{1e3 * (time.perf_counter() - start):.3f} ms")
