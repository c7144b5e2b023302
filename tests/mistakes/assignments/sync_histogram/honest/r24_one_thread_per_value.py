import numpy as np
from numba import cuda


@cuda.jit
def count(x, counts):
    value = cuda.threadIdx.x
    found = 0
    for i in range(x.size):
        if x[i] % 8 == value:
            found += 1
    counts[value] = found


def histogram(x, counts):
    d_counts = cuda.device_array(8, np.int32)
    count[1, 8](cuda.to_device(x), d_counts)
    counts[:] = d_counts.copy_to_host()
