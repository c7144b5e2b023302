import time

import torch


def benchmark(fn, x):
    x = x.cuda()
    start = time.perf_counter()
    for _ in range(10):
        fn(x)
    torch.cuda.synchronize()
    return (time.perf_counter() - start) / 10 * 1000
