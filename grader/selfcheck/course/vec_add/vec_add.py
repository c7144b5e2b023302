"""vec_add: দুটি array-এর যোগফল GPU-তে। / The sum of two arrays on the GPU."""

from numba import cuda


@cuda.jit
def vec_add(a, b, c, n):
    """c[i] = a[i] + b[i], i < n পর্যন্ত। / for every i below n."""
    # এখানে লিখুন / write here


def add_on_gpu(a, b, c):
    """host-এর a ও b-এর যোগফল host-এর c-তে রাখে। / Leaves the sum of a and b in c, all on the host."""
    # এখানে লিখুন / write here
