"""Reductions, scans, sorting, gathering and the like."""

import torch
import triton
import triton.language as tl


@triton.jit
def rows(x, out, M: tl.constexpr, N: tl.constexpr):
    at = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    row = tl.arange(0, M)
    value = tl.load(x + at)
    tl.store(out + row, tl.sum(value, axis=1))
    tl.store(out + M + row, tl.max(value, axis=1))
    tl.store(out + 2 * M + row, tl.min(value, axis=1))
    tl.store(out + 3 * M + row, tl.argmax(value, axis=1).to(tl.float32))
    tl.store(out + 4 * M + row, tl.argmin(value, axis=1).to(tl.float32))
    tl.store(out + 5 * M, tl.sum(value))
    tl.store(out + 5 * M + 1, tl.max(value))


@triton.jit
def composed(scale_a, shift_a, scale_b, shift_b):
    return scale_a * scale_b, scale_b * shift_a + shift_b


@triton.jit
def scans(a, b, sums, products, linear, backward, N: tl.constexpr):
    i = tl.arange(0, N)
    x, y = tl.load(a + i), tl.load(b + i)
    tl.store(sums + i, tl.cumsum(y, 0))
    tl.store(products + i, tl.cumprod(x, 0))
    _, h = tl.associative_scan((x, y), 0, composed)
    tl.store(linear + i, h)
    tl.store(backward + i, tl.cumsum(y, 0, reverse=True))


@triton.jit
def sorts(x, up, down, picked, counts, N: tl.constexpr):
    i = tl.arange(0, N)
    value = tl.load(x + i)
    tl.store(up + i, tl.sort(value))
    tl.store(down + i, tl.sort(value, descending=True))
    tl.store(picked + i, tl.gather(value, N - 1 - i, 0))
    tl.store(counts + tl.arange(0, 16), tl.histogram(i % 10, 16))


@triton.jit
def shapes(x, out, M: tl.constexpr, N: tl.constexpr):
    at = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    value = tl.load(x + at)
    left, right = tl.split(tl.reshape(value, (M, N // 2, 2)))
    joined = tl.reshape(tl.join(left, right), (M, N))
    flipped = tl.trans(joined)
    tl.store(out + tl.arange(0, N)[:, None] * M + tl.arange(0, M)[None, :], flipped + tl.trans(value, 1, 0))


torch.manual_seed(0)
for dtype in (torch.float32, torch.float16, torch.bfloat16):
    x, out = torch.randn(8, 64, device="cuda").to(dtype), torch.empty(42, device="cuda")
    rows[(1,)](x, out, M=8, N=64)
    wide = x.float()
    tolerance = 1e-4 if dtype is torch.float32 else 0.3
    assert torch.allclose(out[:8], wide.sum(1), atol=tolerance)
    assert torch.equal(out[8:16], wide.amax(1))
    assert torch.equal(out[16:24], wide.amin(1))
    assert torch.equal(out[24:32].long(), wide.argmax(1))
    assert torch.equal(out[32:40].long(), wide.argmin(1))
    assert torch.allclose(out[40], wide.sum(), atol=tolerance)
    assert torch.equal(out[41], wide.max())

N = 128
a, b = torch.rand(N, device="cuda") + 0.5, torch.randn(N, device="cuda")
sums, products, linear, backward = (torch.empty(N, device="cuda") for _ in range(4))
scans[(1,)](a, b, sums, products, linear, backward, N=N)
assert torch.allclose(sums, b.cumsum(0), atol=1e-4)
assert torch.allclose(products, a.cumprod(0), rtol=1e-3)
assert torch.allclose(backward, b.flip(0).cumsum(0).flip(0), atol=1e-4)
h, want = 0.0, []
for scale, shift in zip(a.tolist(), b.tolist()):
    h = scale * h + shift
    want.append(h)
assert torch.allclose(linear.cpu(), torch.tensor(want), rtol=1e-3, atol=1e-3)

x = torch.randn(N, device="cuda")
up, down, picked = (torch.empty(N, device="cuda") for _ in range(3))
counts = torch.empty(16, device="cuda", dtype=torch.int32)
sorts[(1,)](x, up, down, picked, counts, N=N)
assert torch.equal(up, x.sort()[0])
assert torch.equal(down, x.sort(descending=True)[0])
assert torch.equal(picked, x.flip(0))
assert counts.tolist() == [13] * 8 + [12] * 2 + [0] * 6

x, out = torch.randn(4, 16, device="cuda"), torch.empty(16, 4, device="cuda")
shapes[(1,)](x, out, M=4, N=16)
assert torch.equal(out, 2 * x.T)
