import time

import torch


def benchmark(fn, x):
    x = x.cuda()
    stream = torch.cuda.current_stream()
    for _ in range(3):
        fn(x)
    times = []
    for _ in range(15):
        stream.synchronize()
        start = time.perf_counter()
        fn(x)
        stream.synchronize()
        times.append(time.perf_counter() - start)
    middle = sorted(times)[4:11]
    return sum(middle) / len(middle) * 1000
