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
    t_gpu = time_of(gpu_fn, x.cuda())
    t_cpu = time_of(cpu_fn, x)
    print(f"{t_gpu / t_cpu:.2f} of the time")
    return 1 / (t_gpu / t_cpu)
