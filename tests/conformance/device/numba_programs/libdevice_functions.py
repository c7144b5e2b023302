"""Functions of libdevice: parts of numbers, integers, conversions."""

import math

import numpy as np
from numba import cuda, int32, int64
from numba.cuda import libdevice


@cuda.jit
def parts(x, out, whole):
    i = cuda.grid(1)
    fraction, exponent = math.frexp(x[i])
    rest, integral = math.modf(x[i])
    sine, cosine = libdevice.sincos(x[i])
    out[0, i] = fraction
    out[1, i] = rest
    out[2, i] = integral
    out[3, i] = sine
    out[4, i] = cosine
    out[5, i] = libdevice.sinpi(x[i])
    out[6, i] = math.ldexp(x[i], 3)
    out[7, i] = libdevice.saturatef(x[i])
    whole[0, i] = exponent
    whole[1, i] = libdevice.double2int_rn(x[i])
    whole[2, i] = libdevice.double2int_rd(x[i])
    whole[3, i] = libdevice.double2int_ru(x[i])
    whole[4, i] = libdevice.double2int_rz(x[i])
    whole[5, i] = libdevice.llround(x[i])
    whole[6, i] = libdevice.double_as_longlong(x[i])


@cuda.jit
def integers(out):
    a, b = int32(-7), int32(1 << 30)
    out[0] = libdevice.mulhi(b, b)
    out[1] = libdevice.mul24(int32(1 << 22), int32(3))
    out[2] = libdevice.hadd(a, int32(4))
    out[3] = libdevice.rhadd(a, int32(4))
    out[4] = libdevice.sad(a, int32(5), int32(100))
    out[5] = libdevice.abs(a) + libdevice.llabs(int64(-5))
    out[6] = libdevice.min(a, b) + libdevice.max(a, int32(3))
    out[7] = libdevice.mul64hi(int64(1 << 62), int64(8))


def main():
    x = np.array([0.3, 2.5, -3.75, 1e5, -0.0625])
    out, whole = np.zeros((8, 5)), np.zeros((7, 5), np.int64)
    parts[1, 5](x, out, whole)
    for i, v in enumerate(x):
        fraction, exponent = math.frexp(v)
        rest, integral = math.modf(v)
        assert (out[0, i], whole[0, i]) == (fraction, exponent)
        assert (out[1, i], out[2, i]) == (rest, integral)
        assert np.allclose(out[3:5, i], [math.sin(v), math.cos(v)], rtol=0, atol=1e-12)
        assert abs(out[5, i] - math.sin(math.pi * math.remainder(v, 2))) < 1e-12
        assert out[6, i] == 8 * v
        assert out[7, i] == np.float32(min(max(v, 0), 1))
        assert whole[1:5, i].tolist() == [round(v), math.floor(v), math.ceil(v), int(v)]
        assert whole[5, i] == int(math.copysign(math.floor(abs(v) + 0.5), v))
    assert (whole[6] == x.view(np.int64)).all()
    out = np.zeros(8, np.int64)
    integers[1, 1](out)
    assert out.tolist() == [1 << 28, 3 << 22, -2, -1, 112, 12, -7 + 3, 2]
