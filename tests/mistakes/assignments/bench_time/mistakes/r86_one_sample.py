import time

import torch


def benchmark(fn, x):
    x = x.cuda()
    fn(x)  # warm-up
    torch.cuda.synchronize()
    start = time.perf_counter()
    fn(x)
    torch.cuda.synchronize()
    return (time.perf_counter() - start) * 1000
