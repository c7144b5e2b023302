import statistics
import time

import torch


def benchmark(fn, x):
    for _ in range(3):
        fn(x.cuda())
    times = []
    for _ in range(20):
        torch.cuda.synchronize()
        t0 = time.perf_counter()
        fn(x.cuda())            # data পাঠিয়ে চালানো
        torch.cuda.synchronize()
        times.append((time.perf_counter() - t0) * 1000)
    return statistics.median(times)
