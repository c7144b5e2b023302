import torch


def benchmark(fn, x, warmup=10, n=100):
    x = x.to(torch.device("cuda"))
    for _ in range(warmup):
        fn(x)
    torch.cuda.synchronize()
    start = torch.cuda.Event(enable_timing=True)
    end = torch.cuda.Event(enable_timing=True)
    start.record()
    for _ in range(n):
        fn(x)
    end.record()
    end.synchronize()
    return start.elapsed_time(end) / n
