"""Benchmarks, heuristics, autotuning with pruned and impossible configurations, and what a launch returns."""

import torch
import triton
import triton.language as tl
import triton.testing


@triton.heuristics({"EVEN": lambda args: args["n"] % args["N"] == 0})
@triton.jit
def scale(x, y, n, N: tl.constexpr, EVEN: tl.constexpr):
    i = tl.program_id(0) * N + tl.arange(0, N)
    if EVEN:
        tl.store(y + i, tl.load(x + i) * 2)
    else:
        tl.store(y + i, tl.load(x + i, mask=i < n) * 2, mask=i < n)


@triton.autotune(configs=[triton.Config({"N": size}, num_warps=4) for size in (64, 256)], key=["n"], reset_to_zero=["total"])
@triton.jit
def add_up(x, total, n, N: tl.constexpr):
    i = tl.program_id(0) * N + tl.arange(0, N)
    tl.atomic_add(total, tl.sum(tl.load(x + i, mask=i < n, other=0.0)))


@triton.autotune(configs=[triton.Config({"N": 256}, num_stages=2), triton.Config({"N": 64}, num_stages=2)], key=["K"])
@triton.jit
def squares(a, c, K, N: tl.constexpr):
    i = tl.arange(0, N)
    acc = tl.zeros((N, N), tl.float32)
    for k in range(0, K, N):
        block = tl.load(a + (i[:, None] % 16) * K + k + i[None, :], mask=k + i[None, :] < K, other=0.0)
        acc += tl.dot(block, tl.trans(block))
    if tl.program_id(0) == 0:
        tl.store(c + i[:, None] * 16 + i[None, :], acc, mask=(i[:, None] < 16) & (i[None, :] < 16))


for n in (1000, 1024):
    x = torch.rand(n, device="cuda")
    y = torch.zeros(n, device="cuda")
    kernel = scale[(triton.cdiv(n, 128),)](x, y, n, N=128)
    assert torch.equal(y, 2 * x)
assert "ttir" in kernel.asm and "ld.global" in kernel.asm["ptx"]
assert kernel.metadata.num_warps == 4 and kernel.n_spills == 0

x, total = torch.ones(1000, device="cuda"), torch.zeros(1, device="cuda")
add_up[lambda meta: (triton.cdiv(1000, meta["N"]),)](x, total, 1000)
assert total.item() == 1000, total

milliseconds = triton.testing.do_bench(lambda: scale[(8,)](x, y, 1000, N=128), warmup=1, rep=5)
assert milliseconds > 0
assert len(triton.testing.do_bench(lambda: None, warmup=1, rep=1, quantiles=[0.5, 0.2, 0.8])) == 3

# 256 x 256 floats twice do not fit into the shared memory of a block.
a, c = torch.randn(16, 64, device="cuda"), torch.zeros(16, 16, device="cuda")
squares[(1,)](a, c, 64)
assert squares.best_config.kwargs == {"N": 64}, squares.best_config
assert torch.allclose(c, a @ a.T, atol=0.2)
