import torch, time


def benchmark(fn, x):
    x = x.cuda()
    fn(x)  # warm-up
    torch.cuda.synchronize()
    t0 = time.time(); y = fn(x); torch.cuda.synchronize()
    return (time.time() - t0) * 1000
