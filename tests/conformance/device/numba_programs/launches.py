"""Grids, blocks and indices; kernels with signatures, device functions, and arguments of every kind."""

import math

import numpy as np
from numba import cuda, float32, int32, void


@cuda.jit
def vec_add(a, b, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]


@cuda.jit
def grid_stride(a):
    for i in range(cuda.grid(1), a.size, cuda.gridsize(1)):
        a[i] += 1


@cuda.jit
def where(a):
    x, y, z = cuda.grid(3)
    t, b, d, g = cuda.threadIdx, cuda.blockIdx, cuda.blockDim, cuda.gridDim
    if x < a.shape[0] and y < a.shape[1] and z < a.shape[2]:
        assert x == t.x + b.x * d.x
        a[x, y, z] = x + 10 * y + 100 * z + 1000 * (g.x * g.y * g.z)


@cuda.jit(device=True)
def square(x):
    return x * x


@cuda.jit("void(float32[:], float32)")
def typed(a, factor):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = square(a[i]) * factor


@cuda.jit(void(int32[:, :], int32))
def in_two_dimensions(a, n):
    x, y = cuda.grid(2)
    if x < a.shape[0] and y < a.shape[1]:
        a[x, y] = x * n + y


@cuda.jit
def of_all_kinds(out, flag, small, large, single, double, number, pair):
    if flag:
        out[0] = small
        out[1] = large
        out[2] = single
        out[3] = double
        out[4] = number.real + number.imag
        out[5] = pair[0] + pair[1]


@cuda.jit
def optional_work(a, scale=2.0):
    i = cuda.grid(1)
    a[i] = a[i] * scale if i % 2 else math.sqrt(a[i])


def main():
    for n in (0, 1, 31, 32, 33, 255, 256, 257, 1000):
        a = np.arange(n, dtype=np.float32)
        c = np.zeros_like(a)
        if n:
            vec_add[(n + 127) // 128, 128](a, a, c)
        assert (c == 2 * a).all()
    a = np.zeros(1000)
    grid_stride[2, 32](a)
    assert (a == 1).all()
    a = np.zeros((5, 6, 7), np.int64)
    where[(3, 2, 4), (2, 3, 2)](a)
    x, y, z = np.indices(a.shape)
    assert (a == x + 10 * y + 100 * z + 24000).all()
    a = np.arange(10, dtype=np.float32)
    typed[1, 32](a, 0.5)
    assert (a == np.arange(10) ** 2 / 2).all()
    typed.forall(a.size)(a, float32(2))
    assert a[2] == 8
    a = np.zeros((3, 5), np.int32)
    in_two_dimensions[(2, 3), (2, 2)](a, 5)
    assert (a.ravel() == np.arange(15)).all()
    a = np.zeros(6)
    of_all_kinds[1, 1](a, True, np.int8(-3), 2**40, np.float32(0.1), 0.1, 1 + 2j, (3, 0.5))
    assert a.tolist() == [-3, 2**40, float(np.float32(0.1)), 0.1, 3, 3.5]
    a = np.array([4.0, 4.0])
    optional_work[1, 2](a, 3.0)
    assert a.tolist() == [2, 12]
    configured = vec_add[1, 4]
    a, c = np.ones(4, np.int32), np.zeros(4, np.int32)
    configured(a, a, c)
    configured(a, c, c)
    assert (c == 3).all()
