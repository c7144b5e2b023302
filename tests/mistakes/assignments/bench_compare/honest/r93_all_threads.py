import time

import torch


def time_of(fn, x):
    for _ in range(2):
        fn(x)
    times = []
    for _ in range(9):
        torch.cuda.synchronize()
        start = time.perf_counter()
        fn(x)
        torch.cuda.synchronize()
        times.append(time.perf_counter() - start)
    return sorted(times)[4]


def speedup(cpu_fn, gpu_fn, x):
    threads = torch.get_num_threads()
    torch.set_num_threads(1)  # ছোট কাজের জন্য
    warm = cpu_fn(x[:10])
    torch.set_num_threads(threads)
    return time_of(cpu_fn, x) / time_of(gpu_fn, x.cuda())
