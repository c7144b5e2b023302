from timeit import default_timer as timer
import torch


def benchmark(fn, x):
    total = []
    for i in range(15):
        start = timer()
        x_gpu = x.cuda()        # GPU-তে পাঠানো
        out = fn(x_gpu)
        torch.cuda.synchronize()
        stop = timer()
        if i >= 5:
            total.append(stop - start)
    total.sort()
    return 1000 * (total[4] + total[5]) / 2
