"""Atomic operations, and programs that wait for each other."""

import torch
import triton
import triton.language as tl


@triton.jit
def count(x, bins, n, N: tl.constexpr):
    i = tl.program_id(0) * N + tl.arange(0, N)
    tl.atomic_add(bins + tl.load(x + i, mask=i < n, other=0), 1, mask=i < n)


@triton.jit
def extremes(x, out, n, N: tl.constexpr):
    i = tl.program_id(0) * N + tl.arange(0, N)
    value = tl.load(x + i, mask=i < n, other=0)
    tl.atomic_max(out + 0 * i, value, mask=i < n)
    tl.atomic_min(out + 1 + 0 * i, value, mask=i < n)
    tl.atomic_xor(out + 2 + 0 * i, value, mask=i < n)
    tl.atomic_or(out + 3 + 0 * i, value, mask=i < n)


@triton.jit
def total(x, out, n, N: tl.constexpr):
    i = tl.program_id(0) * N + tl.arange(0, N)
    tl.atomic_add(out, tl.sum(tl.load(x + i, mask=i < n, other=0.0)))


@triton.jit
def locked(lock, shared, N: tl.constexpr):
    i = tl.arange(0, N)
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
    tl.store(shared + i, tl.load(shared + i) + tl.program_id(0))
    tl.debug_barrier()
    tl.atomic_xchg(lock, 0)


torch.manual_seed(0)
n = 10_000
x = torch.randint(0, 64, (n,), device="cuda")
bins = torch.zeros(64, dtype=torch.int32, device="cuda")
count[(triton.cdiv(n, 1024),)](x, bins, n, N=1024)
assert torch.equal(bins.long(), x.bincount(minlength=64))

for dtype in (torch.int32, torch.int64):
    y = torch.randint(-1000, 1000, (n,), device="cuda", dtype=dtype)
    out = torch.zeros(4, dtype=dtype, device="cuda")
    extremes[(triton.cdiv(n, 1024),)](y, out, n, N=1024)
    xor, either = 0, 0
    for value in y.tolist():
        xor, either = xor ^ value, either | value
    assert out.tolist() == [y.max().item(), y.min().item(), xor, either]
y = torch.randn(n, device="cuda")
out = torch.zeros(4, device="cuda")


@triton.jit
def float_extremes(x, out, n, N: tl.constexpr):
    i = tl.program_id(0) * N + tl.arange(0, N)
    value = tl.load(x + i, mask=i < n, other=0)
    tl.atomic_max(out + 0 * i, value, mask=i < n)
    tl.atomic_min(out + 1 + 0 * i, value, mask=i < n)


float_extremes[(triton.cdiv(n, 1024),)](y, out, n, N=1024)
assert out[:2].tolist() == [y.max().item(), y.min().item()]
for dtype in (torch.float32, torch.float16, torch.float64, torch.bfloat16):
    out = torch.zeros(1, device="cuda", dtype=dtype)
    total[(triton.cdiv(n, 1024),)](torch.ones(n, device="cuda", dtype=dtype), out, 2000, N=1024)
    assert out.item() == 2000

lock, shared = torch.zeros(1, dtype=torch.int32, device="cuda"), torch.zeros(16, device="cuda")
locked[(20,)](lock, shared, N=16)
assert shared.tolist() == [190.0] * 16


@triton.jit
def swapped(x, old):
    tl.store(old, tl.atomic_xchg(x, 2.5))
    tl.store(old + 1, tl.atomic_add(x, 1.0))


x, old = torch.ones(1, device="cuda"), torch.zeros(2, device="cuda")
swapped[(1,)](x, old)
assert (x.item(), old.tolist()) == (3.5, [1.0, 2.5])
