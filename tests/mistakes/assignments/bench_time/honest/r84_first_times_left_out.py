import statistics
import time

import torch


def benchmark(fn, x):
    x = x.cuda()
    times = []
    for _ in range(20):
        torch.cuda.synchronize()
        start = time.perf_counter()
        fn(x)
        torch.cuda.synchronize()
        times.append(time.perf_counter() - start)
    return statistics.median(times[5:]) * 1000
