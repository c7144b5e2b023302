"""Each call by itself between two synchronizes, after a warm-up; the median does not mind a slow one."""

import statistics
import time

import torch

WARMUP, RUNS = 3, 20


def benchmark(fn, x):
    x = x.cuda()
    for _ in range(WARMUP):
        fn(x)
    times = []
    for _ in range(RUNS):
        torch.cuda.synchronize()
        start = time.perf_counter()
        fn(x)
        torch.cuda.synchronize()
        times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(times)
