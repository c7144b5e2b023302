import time

import torch


def benchmark(fn, x):
    x = x.cuda()
    for _ in range(3):
        fn(x)
    torch.cuda.synchronize()
    start = time.time()
    for _ in range(20):
        fn(x)
    torch.cuda.synchronize()
    return (time.time() - start) / 20 * 1000
