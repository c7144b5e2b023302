import torch.utils.benchmark as bench


def benchmark(fn, x):
    timer = bench.Timer(stmt="fn(x)", globals={"fn": fn, "x": x.cuda()})
    return timer.blocked_autorange(min_run_time=0.2).median * 1e3
