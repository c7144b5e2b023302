import torch


def benchmark(fn, x):
    x = x.cuda()
    fn(x)
    torch.cuda.synchronize()
    stream = torch.cuda.Stream()
    start = torch.cuda.Event(enable_timing=True)
    end = torch.cuda.Event(enable_timing=True)
    start.record()
    with torch.cuda.stream(stream):
        fn(x)
    end.record()
    torch.cuda.synchronize()
    return start.elapsed_time(end)
