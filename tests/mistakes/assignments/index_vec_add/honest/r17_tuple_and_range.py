import math

from numba import cuda


@cuda.jit
def vec_add(a, b, c, n):
    i = cuda.grid(1)
    if i < n:
        total = 0.0
        for value in (a[i], b[i]):
            total += math.fabs(value) if value >= 0 else -math.fabs(value)
        c[i] = total
