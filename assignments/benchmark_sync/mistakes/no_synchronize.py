import time
import statistics


def benchmark(fn, x):
    x = x.to("cuda")
    # warm up
    for _ in range(5):
        fn(x)
    times = []
    for _ in range(30):
        t0 = time.perf_counter()
        fn(x)
        t1 = time.perf_counter()
        times.append((t1 - t0) * 1000)
    return statistics.median(times)
