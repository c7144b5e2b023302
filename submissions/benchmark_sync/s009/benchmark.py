import time, torch
from statistics import median


def sync_time():
    torch.cuda.synchronize()
    return time.perf_counter()


def benchmark(fn, x):
    d = x.cuda()
    [fn(d) for _ in range(4)]
    laps = []
    for _ in range(40):
        a = sync_time()
        fn(d)
        laps.append(sync_time() - a)
    return median(laps)          # এক call-এর সময়
