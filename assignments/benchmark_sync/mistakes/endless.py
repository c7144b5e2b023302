import time
import torch


def benchmark(fn, x):
    x = x.cuda()
    times = []
    while len(times) < 20 or min(times) > 0:
        torch.cuda.synchronize()
        t0 = time.perf_counter()
        fn(x)
        torch.cuda.synchronize()
        times.append((time.perf_counter() - t0) * 1000)
    return sorted(times)[10]
