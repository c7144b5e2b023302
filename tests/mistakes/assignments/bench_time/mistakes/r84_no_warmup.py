import time

import torch


def benchmark(fn, x):
    x = x.cuda()
    torch.cuda.synchronize()
    total = 0
    for _ in range(10):
        start = time.perf_counter()
        fn(x)
        torch.cuda.synchronize()
        total += time.perf_counter() - start
    return total / 10 * 1000
