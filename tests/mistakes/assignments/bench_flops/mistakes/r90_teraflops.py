import statistics
import time

import torch


def gflops(fn, x):
    x = x.cuda()
    for _ in range(3):
        fn(x)
    times = []
    for _ in range(9):
        torch.cuda.synchronize()
        start = time.perf_counter()
        fn(x)
        torch.cuda.synchronize()
        times.append(time.perf_counter() - start)
    return 2 * x.numel() / statistics.median(times) / 1e12
