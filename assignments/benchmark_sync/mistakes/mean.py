import time
import numpy as np
import torch


def benchmark(fn, x):
    x = x.cuda()
    for _ in range(3):
        fn(x)
    torch.cuda.synchronize()
    times = []
    for _ in range(50):
        torch.cuda.synchronize()
        t0 = time.perf_counter()
        fn(x)
        torch.cuda.synchronize()
        times.append((time.perf_counter() - t0) * 1e3)
    return np.mean(times)  # গড়
