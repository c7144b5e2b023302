import time

import torch


def benchmark(fn, x):
    x = x.cuda()
    expected = fn(x)
    times = []
    for i in range(15):
        torch.cuda.synchronize()
        start = time.perf_counter()
        y = fn(x)
        torch.cuda.synchronize()
        assert torch.allclose(y, expected)
        times.append(time.perf_counter() - start)
    return sorted(times)[7] * 1000
