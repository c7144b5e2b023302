import statistics
import time

import torch


def benchmark(fn, x):
    x = x.cuda()
    for _ in range(3):
        fn(x)
    times = []
    for _ in range(20):
        torch.cuda.synchronize()
        t0 = time.perf_counter()
        fn(x)
        torch.cuda.synchronize()
        times.append((time.perf_counter() - t0) * 1000)
    print(f"median: {statistics.median(times):.3f} ms")
