import time
import torch


def benchmark(fn, x):
    x = x.cuda()
    torch.cuda.synchronize()
    times = []
    for i in range(10):
        t0 = time.perf_counter()
        fn(x)
        torch.cuda.synchronize()
        times.append(time.perf_counter() - t0)
    return sum(times) / len(times) * 1000
