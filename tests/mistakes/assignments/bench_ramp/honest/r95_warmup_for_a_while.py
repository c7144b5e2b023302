import statistics
import time

import torch


def benchmark(fn, x):
    x = x.cuda()
    begin = time.perf_counter()
    while time.perf_counter() - begin < 0.5:  # GPU-এর clock উঠতে সময় দিই
        fn(x)
        torch.cuda.synchronize()
    times = []
    for _ in range(15):
        start = time.perf_counter()
        fn(x)
        torch.cuda.synchronize()
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1000
