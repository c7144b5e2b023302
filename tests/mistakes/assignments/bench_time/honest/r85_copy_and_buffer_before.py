import statistics
import time

import torch


def benchmark(fn, x):
    x = x.cuda()
    results = torch.empty(15, device="cuda")
    fn(x)
    times = []
    for _ in range(15):
        torch.cuda.synchronize()
        start = time.perf_counter()
        y = fn(x)
        torch.cuda.synchronize()
        times.append(time.perf_counter() - start)
        y.cpu()
        results = torch.empty(15, device="cuda")
    return statistics.median(times) * 1000
