import numpy as np
from numba import cuda


@cuda.jit
def count(x, counts):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.add(counts, x[i] % 8, 1)


def histogram(x, counts):
    d_counts = cuda.to_device(counts)
    count[(x.size + 63) // 64, 64](cuda.to_device(x), d_counts)
    d_counts.copy_to_host(counts)
