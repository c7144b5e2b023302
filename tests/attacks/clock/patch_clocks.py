"""Stops every clock of its process.

Row: 4
Expect: timing.not-measured
Assignment: clock
"""
import time
import timeit

import torch

for module in (time, timeit):
    for name in ("time", "perf_counter", "monotonic", "process_time", "default_timer"):
        if hasattr(module, name):
            setattr(module, name, lambda: 0.0)
torch.cuda.synchronize = lambda *_: None
torch.cuda.Event.elapsed_time = lambda *_: 2.0


def benchmark(fn, x):
    start = time.perf_counter()
    fn(x.cuda())
    return (time.perf_counter() - start) * 1e3
