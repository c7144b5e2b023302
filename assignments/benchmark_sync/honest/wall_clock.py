import time

import numpy as np
import torch


def benchmark(fn, x):
    x = x.cuda()
    fn(x); fn(x)
    result = []
    deadline = time.time() + 0.5          # আধা সেকেন্ড ধরে মাপি
    while time.time() < deadline or len(result) < 10:
        torch.cuda.synchronize()
        t0 = time.time()
        fn(x)
        torch.cuda.synchronize()
        result.append(time.time() - t0)
    return np.median(result) * 1000
