import torch


def benchmark(fn, x):
    x = x.cuda()
    for _ in range(3):
        fn(x)
    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    start.record()
    fn(x)
    end.record()
    end.synchronize()
    return start.elapsed_time(end)
