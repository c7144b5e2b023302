import torch


def benchmark(fn, x):
    x = x.cuda()
    fn(x)
    start = torch.cuda.Event()
    end = torch.cuda.Event()
    start.record()
    fn(x)
    end.record()
    torch.cuda.synchronize()
    return start.elapsed_time(end)
