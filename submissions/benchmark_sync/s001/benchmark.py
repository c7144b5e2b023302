"""পাঠ ৩৮ অনুশীলন: GPU benchmark"""
import time
import statistics

import torch

WARMUP = 5
REPEAT = 30


def benchmark(fn, x):
    x = x.cuda()

    # প্রথম কয়েকটি run গণনায় ধরছি না
    for _ in range(WARMUP):
        fn(x)
    torch.cuda.synchronize()

    samples = []
    for _ in range(REPEAT):
        start = time.perf_counter()
        fn(x)
        torch.cuda.synchronize()
        end = time.perf_counter()
        samples.append((end - start) * 1000.0)

    return statistics.median(samples)


if __name__ == "__main__":
    a = torch.randn(2048, 2048)
    print(f"{benchmark(lambda m: m @ m, a):.3f} ms")
