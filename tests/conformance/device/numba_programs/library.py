"""What numba builds on kernels: reductions, vectorized functions, random numbers, printing."""

import contextlib

import numpy as np
from numba import cuda, guvectorize, vectorize
from numba.cuda.random import create_xoroshiro128p_states, xoroshiro128p_normal_float32, xoroshiro128p_uniform_float32


@cuda.reduce
def add(a, b):
    return a + b


@cuda.reduce
def largest(a, b):
    return a if a > b else b


@vectorize(["float32(float32, float32)", "float64(float64, float64)"], target="cuda")
def scaled(a, b):
    return a * b + 1


@guvectorize(["void(float32[:], float32[:])"], "(n)->(n)", target="cuda")
def doubled(a, out):
    for i in range(a.size):
        out[i] = 2 * a[i]


@cuda.jit
def drawn(states, a):
    i = cuda.grid(1)
    a[0, i] = xoroshiro128p_uniform_float32(states, i)
    a[1, i] = xoroshiro128p_normal_float32(states, i)


@cuda.jit
def say(a):
    if cuda.grid(1) == 0:
        print("a[0] is", a[0], cuda.blockDim.x)


@cuda.jit
def ufuncs(a):
    i = cuda.grid(1)
    a[i] = np.sin(a[i]) + np.maximum(a[i], 1.0)


@cuda.jit
def vectors(a):
    v = cuda.float32x4(1, 2, 3, 4)
    w = cuda.int32x2(5, 6)
    a[0] = v.x + v.w
    a[1] = w.y


def main():
    assert add(np.arange(1000.0)) == 499500
    assert largest(np.array([3, 9, 2, 7], np.int32)) == 9
    assert add(np.array([], np.float64), init=4) == 4
    a = np.arange(8, dtype=np.float32)
    assert (scaled(a, a) == a * a + 1).all()
    assert (doubled(a.reshape(2, 4)) == 2 * a.reshape(2, 4)).all()
    states = create_xoroshiro128p_states(256, seed=1)
    a = np.zeros((2, 256), np.float32)
    drawn[2, 128](states, a)
    assert (a[0] >= 0).all() and (a[0] < 1).all() and len(np.unique(a[0])) > 250
    assert abs(a[1].mean()) < 0.3 and 0.8 < a[1].std() < 1.2
    say[2, 32](np.array([2.5]))
    cuda.synchronize()
    a = np.array([0.5, 2.0])
    ufuncs[1, 2](a)
    assert np.allclose(a, [np.sin(0.5) + 1, np.sin(2.0) + 2])
    a = np.zeros(2, np.float32)
    vectors[1, 1](a)
    assert a.tolist() == [5, 6]
    with cuda.profiling():
        pass
    cuda.profile_start()
    cuda.profile_stop()
    with contextlib.suppress(ImportError):
        import cupy  # noqa: F401
