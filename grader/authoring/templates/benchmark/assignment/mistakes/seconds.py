import time

import torch


def benchmark(fn, x):
    x = x.cuda()
    for _ in range(3):
        fn(x)
    torch.cuda.synchronize()
    start = time.perf_counter()
    fn(x)
    torch.cuda.synchronize()
    return time.perf_counter() - start
