import time
import torch


def benchmark(fn, x):
    """Average over the runs, warm-up included in the division."""
    x = x.cuda()
    for _ in range(5):
        fn(x)
    total = 0.0
    for _ in range(10):
        torch.cuda.synchronize()
        t0 = time.perf_counter()
        fn(x)
        torch.cuda.synchronize()
        total += time.perf_counter() - t0
    return total / 15 * 1000
