import time


def benchmark(fn, x):
    x = x.cuda()
    # warm-up
    for i in range(10):
        y = fn(x)

    times = []
    for i in range(100):
        t1 = time.perf_counter()
        y = fn(x)
        t2 = time.perf_counter()
        times.append(t2 - t1)

    times.sort()
    return times[50] * 1000   # median, ms
