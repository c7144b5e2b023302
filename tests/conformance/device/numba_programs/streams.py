"""Work that is queued: launches return before it is done, events and streams tell when it is."""

import asyncio
import threading
import time

import numpy as np
from numba import cuda


@cuda.jit
def slow(a, n):
    i = cuda.grid(1)
    x = a[i]
    for _ in range(n):
        x = x * 1.0000001 + 1e-9
    a[i] = x


@cuda.jit
def increment(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] += 1


def main():
    a = cuda.to_device(np.zeros(256))
    slow[2, 128](a, 10)
    cuda.synchronize()
    before, after = cuda.event(), cuda.event()
    start = time.perf_counter()
    before.record()
    slow[2, 128](a, 300_000)
    after.record()
    launched = time.perf_counter() - start
    assert not after.query(), "the work is not done yet"
    after.synchronize()
    done = time.perf_counter() - start
    assert launched < done / 2
    assert after.query()
    elapsed = cuda.event_elapsed_time(before, after)
    assert 0 < elapsed <= done * 1e3
    assert abs(before.elapsed_time(after) - elapsed) < 1e-6

    stream = cuda.stream()
    host = cuda.pinned_array(100)
    host[:] = 1
    b = cuda.to_device(host, stream=stream)
    increment[1, 128, stream](b)
    b.copy_to_host(host, stream=stream)
    stream.synchronize()
    assert (host == 2).all()
    other = cuda.stream()
    mark = cuda.event()
    slow[2, 128, stream](a, 100_000)
    increment[1, 128, stream](b)
    mark.record(stream)
    mark.wait(other)
    b.copy_to_host(host, stream=other)
    other.synchronize()
    assert (host == 3).all()
    with stream.auto_synchronize():
        increment[1, 128, stream](b)
    assert (b.copy_to_host() == 4).all()

    called = threading.Event()
    seen = []
    stream.add_callback(lambda *given: (seen.append(given[2]), called.set()), "argument")
    assert called.wait(10)
    assert seen == ["argument"]

    async def wait():
        increment[1, 128, stream](b)
        await stream.async_done()

    asyncio.run(wait())
    assert (b.copy_to_host() == 5).all()
    for each in (cuda.default_stream(), cuda.legacy_default_stream(), cuda.per_thread_default_stream()):
        increment[1, 128, each](b)
        each.synchronize()
    assert (b.copy_to_host() == 8).all()
    with cuda.defer_cleanup():
        del a
    cuda.synchronize()
