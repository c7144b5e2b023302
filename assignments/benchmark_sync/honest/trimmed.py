import time

import torch


class Stopwatch:
    def __enter__(self):
        torch.cuda.synchronize()
        self.start = time.perf_counter()
        return self

    def __exit__(self, *_):
        torch.cuda.synchronize()
        self.ms = 1000 * (time.perf_counter() - self.start)


def benchmark(fn, x):
    x = x.cuda()
    fn(x)
    times = []
    for _ in range(20):
        with Stopwatch() as watch:
            fn(x)
        times.append(watch.ms)
        time.sleep(0.001)
    middle = sorted(times)[5:15]  # দুই প্রান্তের মান বাদ
    return sum(middle) / len(middle)
