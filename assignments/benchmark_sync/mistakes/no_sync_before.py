import time
import torch


# পাঠের উদাহরণ থেকে
def benchmark(fn, x):
    a = x.cuda()
    t0 = time.time()
    for i in range(10):
        c = fn(a)
    torch.cuda.synchronize()
    t = (time.time() - t0) / 10
    return t * 1000
