"""Loops, branches, early returns, functions of one's own, constants and specialized arguments."""

import torch
import triton
import triton.language as tl

OFFSET = tl.constexpr(3)


@triton.jit
def collatz(x, out, n):
    pid = tl.program_id(0)
    if pid >= n:
        return
    value = tl.load(x + pid)
    steps = 0
    while value != 1:
        if value % 2 == 0:
            value = value // 2
        else:
            value = 3 * value + 1
        steps += 1
    tl.store(out + pid, steps)


@triton.jit
def smaller(a, b):
    if a < b:
        return a
    return b


@triton.jit
def many(x, out, n, scale, bias, N: tl.constexpr, WITH_BIAS: tl.constexpr):
    i = tl.arange(0, N)
    mask = (i >= 1) & (i < n) & ~(i == 2)
    value = tl.load(x + i, mask=mask, other=-1.0)
    if bias is not None:
        value += tl.load(bias + i)
    if WITH_BIAS and n > 2:
        value *= scale
    total = tl.zeros((N,), tl.float32)
    for k in tl.static_range(3):
        total += value * k
    for k in range(n, 0, -2):
        total += k
    first = total if n > 5 else -total
    tl.store(out + i, first + smaller(n, 4) + OFFSET)


@triton.jit(noinline=True)
def doubled(x):
    return x * 2


@triton.jit
def calls(out):
    pid = tl.program_id(0)
    tl.store(out + pid, doubled(pid) + doubled(pid + 1))


x = torch.tensor([1, 2, 3, 6, 7, 27, 0, 0], dtype=torch.int32, device="cuda")
out = torch.full((8,), -1, dtype=torch.int32, device="cuda")
collatz[(8,)](x, out, 6)
assert out.tolist() == [0, 1, 7, 8, 16, 111, -1, -1]


def wanted(x, n, scale, bias, with_bias):
    result = torch.empty(16)
    for i in range(16):
        value = x[i].item() if 1 <= i < n and i != 2 else -1.0
        value += bias[i].item() if bias is not None else 0
        value *= scale if with_bias and n > 2 else 1
        total = value * 3 + sum(range(n, 0, -2))
        result[i] = (total if n > 5 else -total) + min(n, 4) + 3
    return result


x, bias, out = torch.randn(16, device="cuda"), torch.randn(16, device="cuda"), torch.empty(16, device="cuda")
for n in (1, 2, 4, 9, 16):
    for given in (None, bias):
        for with_bias in (True, False):
            many[(1,)](x, out, n, 1.5, given, N=16, WITH_BIAS=with_bias)
            assert torch.allclose(out.cpu(), wanted(x, n, 1.5, given, with_bias), atol=1e-5), (n, with_bias)

out = torch.empty(16, dtype=torch.int32, device="cuda")
calls[(16,)](out)
assert out.tolist() == [4 * i + 2 for i in range(16)]
