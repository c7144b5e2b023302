import time
import torch


def benchmark(fn, x):
    x = x.cuda()
    for i in range(3):
        fn(x)
    ts = []
    for i in range(20):
        torch.cuda.synchronize()      # আগের কাজ শেষ
        s = time.time()
        fn(x)
        ts.append(time.time() - s)
    ts.sort()
    return ts[len(ts) // 2] * 1000
