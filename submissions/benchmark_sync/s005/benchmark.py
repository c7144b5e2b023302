import time
import torch
import numpy as np


def benchmark(fn, x):
    """Mean of 20 runs, warm-up left out."""
    x = x.to('cuda')
    for _ in range(5):
        fn(x)
    torch.cuda.synchronize()

    elapsed = np.zeros(20)
    for i in range(20):
        tic = time.perf_counter()
        fn(x)
        torch.cuda.synchronize()
        elapsed[i] = time.perf_counter() - tic
    print('mean', elapsed.mean(), 'std', elapsed.std())
    return elapsed.mean() * 1000
