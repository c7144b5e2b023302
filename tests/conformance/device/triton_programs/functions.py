"""Elementary functions, libdevice, integers of all signs, and random numbers."""

import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def elementary(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    v = tl.load(x + i)
    tl.store(out + i, tl.exp(v))
    tl.store(out + N + i, tl.log(v))
    tl.store(out + 2 * N + i, tl.sqrt(v))
    tl.store(out + 3 * N + i, tl.rsqrt(v))
    tl.store(out + 4 * N + i, tl.sin(v) + tl.cos(v))
    tl.store(out + 5 * N + i, tl.erf(v))
    tl.store(out + 6 * N + i, tl.sigmoid(v))
    tl.store(out + 7 * N + i, tl.floor(v) + tl.ceil(v))
    tl.store(out + 8 * N + i, tl.fma(v, v, v))
    tl.store(out + 9 * N + i, tl.clamp(v, 0.5, 1.5))
    tl.store(out + 10 * N + i, tl.exp2(v) + tl.log2(v))
    tl.store(out + 11 * N + i, libdevice.tanh(v) + libdevice.pow(v, 1.5))
    tl.store(out + 12 * N + i, libdevice.asin(v / 4) + libdevice.log1p(v))
    tl.store(out + 13 * N + i, tl.where(v > 1, tl.abs(-v), tl.div_rn(v, 3.0)))


@triton.jit
def integers(a, b, out, N: tl.constexpr):
    i = tl.arange(0, N)
    x, y = tl.load(a + i), tl.load(b + i)
    tl.store(out + i, x // y)
    tl.store(out + N + i, x % y)
    tl.store(out + 2 * N + i, (x << 3) ^ (y >> 2))
    tl.store(out + 3 * N + i, (x & y) | ~x)
    tl.store(out + 4 * N + i, x * y - x + y)
    tl.store(out + 5 * N + i, tl.minimum(x, y) + tl.maximum(x, y))
    tl.store(out + 6 * N + i, (x < y).to(tl.int32))


@triton.jit
def to_integer(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.load(x + i).to(out.dtype.element_ty))


@triton.jit
def random(out, seed, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.rand(seed, i))
    tl.store(out + N + i, tl.randn(seed, i))
    tl.store(out + 2 * N + i, tl.randint(seed, i).to(tl.float32))


@triton.jit
def bits(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.load(x + i).to(tl.int32, bitcast=True))


torch.manual_seed(0)
N = 256
x = torch.rand(N, device="cuda") * 3 + 0.01
out = torch.empty(14, N, device="cuda")
elementary[(1,)](x, out, N=N)
w = x.double()
want = torch.stack([
    w.exp(), w.log(), w.sqrt(), w.rsqrt(), w.sin() + w.cos(), w.erf(), w.sigmoid(), w.floor() + w.ceil(), w * w + w,
    w.clamp(0.5, 1.5), w.exp2() + w.log2(), w.tanh() + w**1.5, (w / 4).asin() + w.log1p(), torch.where(x > 1, w, w / 3),
])
assert torch.allclose(out.double(), want, rtol=1e-5, atol=1e-5)

for dtype in (torch.int32, torch.int64, torch.int16, torch.int8, torch.uint8):
    low = 0 if dtype is torch.uint8 else -100
    a, b = (torch.randint(low, 100, (N,), device="cuda").to(dtype) for _ in range(2))
    b[b == 0] = 7
    out = torch.empty(7, N, device="cuda", dtype=dtype)
    integers[(1,)](a, b, out, N=N)
    quotient = torch.div(a, b, rounding_mode="trunc")
    want = [quotient, a - quotient * b, (a << 3) ^ (b >> 2), (a & b) | ~a, a * b - a + b, a + b, (a < b)]
    assert torch.equal(out, torch.stack([each.to(dtype) for each in want])), dtype

values = torch.tensor([0.5, -0.5, 1.99, -1.99, 1e6, -1e6, 3.0, 2.5], device="cuda")
for dtype in (torch.int32, torch.int64):
    out = torch.empty(8, dtype=dtype, device="cuda")
    to_integer[(1,)](values, out, N=8)
    assert torch.equal(out, values.to(dtype))
out = torch.empty(8, dtype=torch.int32, device="cuda")
bits[(1,)](values, out, N=8)
assert torch.equal(out, values.view(torch.int32))

out = torch.empty(3, 4096, device="cuda")
random[(1,)](out, 7, N=4096)
assert 0.45 < out[0].mean() < 0.55 and out[0].min() >= 0 and out[0].max() < 1
assert abs(out[1].mean()) < 0.1 and 0.9 < out[1].std() < 1.1
again = torch.empty_like(out)
random[(1,)](again, 7, N=4096)
assert torch.equal(out, again)
random[(1,)](again, 8, N=4096)
assert not torch.equal(out, again)
