"""Every atomic function: what it leaves, and what it returns."""

import math

import numpy as np
from numba import cuda, float32


COMMON = ("add", "max", "min")
BITS = ("and_", "or_", "xor", "exch")


def of(*names):
    """Return a kernel that applies each function to an element of its own, with a value for each thread."""
    lines = "".join(f"    old[{at}, t] = cuda.atomic.{name}(a, {at}, values[{at}, t])\n" for at, name in enumerate(names))
    made = {"cuda": cuda}
    exec(f"def kernel(a, values, old):\n    t = cuda.threadIdx.x\n{lines}", made)
    return cuda.jit(made["kernel"])


def run(kernel, start, values, dtype):
    """Return what a kernel left, and what its functions returned."""
    a, values = np.array(start, dtype), np.array(values, dtype)
    old = np.zeros_like(values)
    kernel[1, values.shape[1]](a, values, old)
    return a.tolist(), old.tolist()


@cuda.jit
def swap_when(a, old):
    i = cuda.grid(1)
    old[i] = cuda.atomic.cas(a, i, 5, 7)


@cuda.jit
def swap_first(a, old):
    old[0] = cuda.atomic.compare_and_swap(a, 5, 7)


@cuda.jit
def histogram(values, bins):
    i = cuda.grid(1)
    if i < values.size:
        cuda.atomic.add(bins, values[i], 1)


@cuda.jit
def in_two_dimensions(a):
    t = cuda.threadIdx.x
    cuda.atomic.add(a, (t % 2, t % 3), 1.5)


@cuda.jit
def in_shared(a):
    s = cuda.shared.array(1, float32)
    if cuda.threadIdx.x == 0:
        s[0] = 0
    cuda.syncthreads()
    cuda.atomic.add(s, 0, 1)
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        cuda.atomic.add(a, 0, s[0])


def main():
    common, difference, bits = of(*COMMON), of("sub"), of(*BITS)
    for dtype in (np.int32, np.int64, np.uint32, np.uint64, np.float32, np.float64):
        a, old = run(common, [5, 5, 5], [[1, 1, 1], [3, 9, 2], [7, 2, 9]], dtype)
        assert a == [8, 9, 2]
        assert sorted(old[0]) == [5, 6, 7]
    for dtype in (np.int32, np.uint32, np.float32, np.float64):
        assert run(difference, [50], [[1, 2, 3]], dtype)[0] == [44]
    for dtype in (np.int32, np.uint32, np.int64, np.uint64):
        assert run(bits, [15, 1, 5, 5], [[13, 7], [2, 8], [1, 2], [9, 9]], dtype)[0] == [5, 11, 6, 9]
    wrapping = of("inc", "inc", "dec", "dec", "dec")
    for dtype in (np.uint32, np.uint64):
        a, old = run(wrapping, [9, 10, 3, 0, 11], [[10]] * 5, dtype)
        assert a == [10, 0, 2, 10, 10]
        assert old == [[9], [10], [3], [0], [11]]
    without_nan = of("nanmax", "nanmin", "max")
    for dtype in (np.float32, np.float64):
        assert run(without_nan, [math.nan, 2, 2], [[3], [math.nan], [math.nan]], dtype)[0] == [3, 2, 2]
    a, old = np.array([5, 6, 5], np.int32), np.zeros(3, np.int32)
    swap_when[1, 3](a, old)
    assert (a.tolist(), old.tolist()) == ([7, 6, 7], [5, 6, 5])
    a, old = np.array([5], np.int32), np.zeros(1, np.int32)
    swap_first[1, 1](a, old)
    assert (a[0], old[0]) == (7, 5)
    values = np.random.default_rng(3).integers(0, 16, 5000)
    bins = np.zeros(16, np.int64)
    histogram[40, 128](values, bins)
    assert (bins == np.bincount(values, minlength=16)).all()
    a = np.zeros((2, 3))
    in_two_dimensions[1, 12](a)
    assert (a == 3).all()
    a = np.zeros(1, np.float32)
    in_shared[3, 50](a)
    assert a[0] == 150
