import time
import torch


def benchmark(fn, x):
    x = x.cuda()
    for _ in range(10):      # warm-up
        fn(x)
    n = 20
    start = time.perf_counter()
    for _ in range(n):
        fn(x)
    torch.cuda.synchronize()
    return (time.perf_counter() - start) / n * 1e3
