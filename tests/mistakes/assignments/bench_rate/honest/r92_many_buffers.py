import statistics
import time

import torch


def bandwidth(fn, x):
    buffers = [x.cuda().clone() for _ in range(20)]  # একসঙ্গে cache-এ ধরে না
    for b in buffers:
        fn(b)
    times = []
    for b in buffers:
        torch.cuda.synchronize()
        start = time.perf_counter()
        fn(b)
        torch.cuda.synchronize()
        times.append(time.perf_counter() - start)
    return 2 * x.numel() * x.element_size() / statistics.median(times) / 1e9
