from numba import cuda


@cuda.jit
def double(x, y, n):
    """y[i] = 2 * x[i], i < n পর্যন্ত। / for every i below n."""
    # এখানে লিখুন / write here
