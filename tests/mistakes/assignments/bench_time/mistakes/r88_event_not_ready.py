import torch


def benchmark(fn, x):
    x = x.cuda()
    fn(x)
    start = torch.cuda.Event(enable_timing=True)
    end = torch.cuda.Event(enable_timing=True)
    start.record()
    fn(x)
    end.record()
    return start.elapsed_time(end)
