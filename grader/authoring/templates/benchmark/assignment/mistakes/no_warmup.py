import time

import torch


def benchmark(fn, x):
    x = x.cuda()
    torch.cuda.synchronize()
    start = time.perf_counter()
    fn(x)
    torch.cuda.synchronize()
    return 1e3 * (time.perf_counter() - start)
