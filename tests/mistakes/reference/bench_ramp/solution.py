import statistics
import time

import torch


def benchmark(fn, x):
    x = x.cuda()
    for _ in range(100):
        fn(x)
    times = []
    for _ in range(15):
        torch.cuda.synchronize()
        start = time.perf_counter()
        fn(x)
        torch.cuda.synchronize()
        times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(times)
