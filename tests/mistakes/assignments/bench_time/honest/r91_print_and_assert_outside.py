import statistics
import time

import torch


def benchmark(fn, x):
    x = x.cuda()
    y = fn(x)
    assert torch.allclose(y, fn(x))
    print("warm-up done", y.sum().item())
    times = []
    for i in range(15):
        torch.cuda.synchronize()
        start = time.perf_counter()
        fn(x)
        torch.cuda.synchronize()
        times.append(time.perf_counter() - start)
        print(f"run {i}: {times[-1] * 1000:.3f} ms")
    print("all:", times)
    return statistics.median(times) * 1000
