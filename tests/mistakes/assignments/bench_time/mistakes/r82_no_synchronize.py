import time


def benchmark(fn, x):
    x = x.cuda()
    fn(x)
    start = time.perf_counter()
    fn(x)
    end = time.perf_counter()
    return (end - start) * 1000
