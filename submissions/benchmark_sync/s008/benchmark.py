import torch


def benchmark(fn, x):
    x = x.cuda()
    for _ in range(3):
        fn(x)
    torch.cuda.synchronize()

    times = []
    for _ in range(20):
        start = torch.cuda.Event(enable_timing=True)
        end = torch.cuda.Event(enable_timing=True)
        start.record()
        fn(x)
        end.record()
        times.append(start.elapsed_time(end))   # event নিজেই সময় জানে
    times.sort()
    return times[len(times) // 2]
