"""Numbers as a card computes them: numba's types, no exceptions, IEEE arithmetic."""

import math

import numpy as np
from numba import cuda, float32, int32, uint8
from numba.types import float16


@cuda.jit
def integers(out, big, zero):
    out[0] = int32(big) + int32(1)
    out[1] = int32(3.7)
    out[2] = -7 // 2
    out[3] = -7 % 3
    out[4] = uint8(300)
    out[5] = 1 << 40
    out[6] = cuda.popc(255) + cuda.clz(int32(1)) + cuda.ffs(int32(8)) + cuda.brev(int32(1)) // 2**24
    out[7] = cuda.selp(zero == 0, 4, 5)
    out[8] = ~5 ^ 3
    out[9] = 7 / 2 == 3.5


@cuda.jit
def floats(out, zero):
    out[0] = 1.0 / zero
    out[1] = zero / zero
    out[2] = float32(0.1) * float32(3)
    out[3] = float32(16777216.0) + float32(1)
    out[4] = 2.0**0.5
    out[5] = math.sqrt(-1.0 + zero)
    out[6] = cuda.fma(2.0, 3.0, 4.0)
    out[7] = min(3.0, 2.0) + max(1, 2.5)
    out[8] = abs(-2.5) + round(2.5)
    out[9] = math.floor(-0.5) + math.ceil(0.5)
    out[10] = cuda.cbrt(27.0)


@cuda.jit
def functions(x, out):
    i = cuda.grid(1)
    v = x[i]
    out[0, i] = math.sin(v)
    out[1, i] = math.cos(v)
    out[2, i] = math.exp(v)
    out[3, i] = math.log(v)
    out[4, i] = math.tanh(v)
    out[5, i] = math.atan2(v, 2.0)
    out[6, i] = math.pow(v, 1.5)
    out[7, i] = math.erf(v)
    out[8, i] = math.log1p(v)
    out[9, i] = math.hypot(v, 3.0)
    out[10, i] = math.fmod(v, 0.3)
    out[11, i] = math.lgamma(v)
    out[12, i] = math.expm1(v)
    out[13, i] = math.copysign(1.0, -v)


@cuda.jit
def halves(a, out):
    i = cuda.grid(1)
    out[0, i] = a[i] + float16(1)
    out[1, i] = a[i] * a[i]
    out[2, i] = cuda.fp16.hfma(a[i], a[i], a[i])
    out[3, i] = cuda.fp16.hadd(a[i], a[i])
    out[4, i] = cuda.fp16.hsqrt(a[i])
    out[5, i] = float16(2) if a[i] > float16(2.5) else float16(3)
    out[6, i] = a[i] / float16(3)


@cuda.jit
def complex_numbers(a):
    i = cuda.grid(1)
    a[i] = a[i] * (1 + 2j) + abs(a[i])


def main():
    out = np.zeros(10, np.int64)
    integers[1, 1](out, 2**31 - 1, 0)
    assert out.tolist() == [2**31 if out[0] > 0 else -(2**31), 3, -4, 2, 44, 2**40, 8 + 31 + 4 + out[6] - 43, 4, ~5 ^ 3, 1]
    out = np.zeros(11)
    floats[1, 1](out, 0.0)
    assert out[0] == math.inf
    assert math.isnan(out[1])
    assert out[2] == float(np.float32(0.1) * np.float32(3))
    assert out[3] == 16777216
    assert out[4] == math.sqrt(2)
    assert math.isnan(out[5])
    assert out[6:10].tolist() == [10, 4.5, 4.5, 0]
    assert abs(out[10] - 3) < 1e-15
    for dtype, limit in ((np.float64, 1e-14), (np.float32, 4e-6)):
        x = np.linspace(0.2, 3, 32).astype(dtype)
        out = np.zeros((14, 32), dtype)
        functions[1, 32](x, out)
        x = x.astype(np.float64)
        for at, want in enumerate((
            np.sin(x), np.cos(x), np.exp(x), np.log(x), np.tanh(x), np.arctan2(x, 2), x**1.5,
            [math.erf(v) for v in x], np.log1p(x), np.hypot(x, 3), np.fmod(x, 0.3), [math.lgamma(v) for v in x],
            np.expm1(x), -np.ones(32),
        )):
            assert np.allclose(out[at], want, rtol=limit, atol=limit), at
    a = np.array([1, 2, 3, 4], np.float16)
    out = np.zeros((7, 4), np.float16)
    halves[1, 4](a, out)
    assert (out[0] == a + 1).all() and (out[1] == a * a).all() and (out[2] == a * a + a).all()
    assert (out[3] == 2 * a).all() and (out[4] == np.sqrt(a)).all() and out[5].tolist() == [3, 3, 2, 2]
    assert (out[6] == (a.astype(np.float32) / 3).astype(np.float16)).all()
    a = np.array([1 + 1j, 3 - 4j])
    complex_numbers[1, 2](a)
    assert np.allclose(a, [(1 + 1j) * (1 + 2j) + math.sqrt(2), (3 - 4j) * (1 + 2j) + 5])
