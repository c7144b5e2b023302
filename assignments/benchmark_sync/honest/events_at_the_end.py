"""All events first, one wait at the end, as do_bench does it."""
import torch


@torch.no_grad()
def benchmark(fn, x, warmup=10, rep=50):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    x = x.to(device)
    for _ in range(warmup):
        fn(x)
    torch.cuda.synchronize(device)
    cache = torch.empty(1024, dtype=torch.int, device="cuda")
    starts = [torch.cuda.Event(enable_timing=True) for _ in range(rep)]
    ends = [torch.cuda.Event(enable_timing=True) for _ in range(rep)]
    for i in range(rep):
        cache.zero_()
        starts[i].record()
        fn(x)
        ends[i].record()
    torch.cuda.synchronize()
    times = torch.tensor([s.elapsed_time(e) for s, e in zip(starts, ends)], dtype=torch.float)
    return torch.median(times).item()
