"""bfloat16 is rounded to nearest even, after each operation."""

import torch
import triton
import triton.language as tl


@triton.jit
def convert(x, y, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(y + i, tl.load(x + i).to(y.dtype.element_ty))


@triton.jit
def convert_down(x, y, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(y + i, tl.load(x + i).to(y.dtype.element_ty, fp_downcast_rounding="rtz"))


@triton.jit
def arithmetic(x, y, add, mul, div, neg, biggest, less, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(add + i, a + b)
    tl.store(mul + i, a * b)
    tl.store(div + i, a / b)
    tl.store(neg + i, -tl.abs(a))
    tl.store(biggest + i, tl.maximum(a, b))
    tl.store(less + i, a < b)


N = 4096
torch.manual_seed(0)
x = torch.randn(N, device="cuda") * torch.exp(8 * torch.randn(N, device="cuda"))
for dtype in (torch.bfloat16, torch.float16):
    y = torch.empty(N, device="cuda", dtype=dtype)
    convert[(1,)](x, y, N=N)
    assert torch.equal(y, x.to(dtype)), dtype
y = torch.empty(N, device="cuda", dtype=torch.bfloat16)
convert_down[(1,)](x, y, N=N)
assert torch.equal(y.view(torch.int16), (x.view(torch.int32) >> 16).to(torch.int16))
convert[(1,)](torch.arange(N, device="cuda", dtype=torch.int32), y, N=N)
assert torch.equal(y, torch.arange(N, device="cuda").bfloat16())

a, b = torch.randn(N, device="cuda").bfloat16(), torch.randn(N, device="cuda").bfloat16()
add, mul, div, neg, biggest = (torch.empty_like(a) for _ in range(5))
less = torch.empty(N, device="cuda", dtype=torch.bool)
arithmetic[(1,)](a, b, add, mul, div, neg, biggest, less, N=N)
assert torch.equal(add, a + b)
assert torch.equal(mul, a * b)
assert torch.equal(neg, -a.abs())
assert torch.equal(biggest, torch.maximum(a, b))
assert torch.equal(less, a < b)
assert torch.allclose(div.float(), (a / b).float(), rtol=1e-2)

eighths = torch.empty(N, device="cuda", dtype=torch.float8_e5m2)
small = torch.randn(N, device="cuda")
convert[(1,)](small, eighths, N=N)
assert torch.equal(eighths.float(), small.to(torch.float8_e5m2).float())
back = torch.empty(N, device="cuda")
convert[(1,)](eighths, back, N=N)
assert torch.equal(back, eighths.float())
