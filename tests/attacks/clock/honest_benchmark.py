"""Measures as it is taught.

Expect: pass
Assignment: clock
"""
import torch


def benchmark(fn, x):
    x = x.cuda()
    fn(x)
    times = []
    for _ in range(7):
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        torch.cuda.synchronize()
        start.record()
        fn(x)
        end.record()
        torch.cuda.synchronize()
        times.append(start.elapsed_time(end))
    return sorted(times)[3]
