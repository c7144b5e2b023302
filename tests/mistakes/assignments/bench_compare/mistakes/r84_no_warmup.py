import time

import torch


def speedup(cpu_fn, gpu_fn, x):
    start = time.perf_counter()
    for _ in range(10):
        cpu_fn(x)
    cpu = time.perf_counter() - start
    x_gpu = x.cuda()
    torch.cuda.synchronize()
    start = time.perf_counter()
    for _ in range(10):
        gpu_fn(x_gpu)
    torch.cuda.synchronize()
    gpu = time.perf_counter() - start
    return cpu / gpu
