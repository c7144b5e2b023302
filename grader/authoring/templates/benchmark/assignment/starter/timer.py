import time

import torch


def benchmark(fn, x):
    """একটি call-এর সময়, millisecond-এ। / The time of one call, in milliseconds."""
    x = x.cuda()
    start = time.perf_counter()
    fn(x)
    return 1e3 * (time.perf_counter() - start)
