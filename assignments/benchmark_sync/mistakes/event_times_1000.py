import torch


def benchmark(fn, x):
    x = x.cuda()
    for _ in range(5):
        fn(x)
    ms = []
    for _ in range(21):
        s = torch.cuda.Event(enable_timing=True)
        e = torch.cuda.Event(enable_timing=True)
        s.record()
        fn(x)
        e.record()
        torch.cuda.synchronize()
        ms.append(s.elapsed_time(e) * 1000)   # সেকেন্ড থেকে ms
    ms.sort()
    return ms[10]
