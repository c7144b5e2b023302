import time

import torch


def benchmark(fn, x):
    x = x.cuda()
    fn(x)
    return 0.0
