"""Attention without its matrix, block by block, with a running maximum."""

import torch
import triton
import triton.language as tl


@triton.jit
def attention(q, k, v, out, scale, length, CAUSAL: tl.constexpr, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    start, head = tl.program_id(0) * BM, tl.program_id(1)
    rows, cols, dims = start + tl.arange(0, BM), tl.arange(0, BN), tl.arange(0, D)
    base = head * length * D
    query = tl.load(q + base + rows[:, None] * D + dims[None, :], mask=rows[:, None] < length, other=0.0)
    biggest = tl.full((BM,), float("-inf"), tl.float32)
    total = tl.zeros((BM,), tl.float32)
    acc = tl.zeros((BM, D), tl.float32)
    end = start + BM if CAUSAL else length
    for first in tl.range(0, end, BN):
        at = first + cols
        key = tl.load(k + base + at[None, :] * D + dims[:, None], mask=at[None, :] < length, other=0.0)
        score = tl.dot(query, key) * scale
        allowed = at[None, :] < length
        if CAUSAL:
            allowed = allowed & (rows[:, None] >= at[None, :])
        score = tl.where(allowed, score, float("-inf"))
        new = tl.maximum(biggest, tl.max(score, 1))
        weight = tl.exp(score - new[:, None])
        shrink = tl.exp(biggest - new)
        total = total * shrink + tl.sum(weight, 1)
        value = tl.load(v + base + at[:, None] * D + dims[None, :], mask=at[:, None] < length, other=0.0)
        acc = acc * shrink[:, None] + tl.dot(weight.to(value.dtype), value)
        biggest = new
    acc = acc / total[:, None]
    tl.store(out + base + rows[:, None] * D + dims[None, :], acc.to(out.dtype.element_ty), mask=rows[:, None] < length)


torch.manual_seed(0)
H, L, D = 2, 100, 32
for dtype, tolerance in ((torch.float16, 5e-3), (torch.bfloat16, 4e-2), (torch.float32, 5e-3)):
    q, k, v = (torch.randn(H, L, D, device="cuda").to(dtype) for _ in range(3))
    for causal in (False, True):
        out = torch.empty_like(q)
        attention[(triton.cdiv(L, 32), H)](q, k, v, out, D**-0.5, L, CAUSAL=causal, D=D, BM=32, BN=32)
        score = q.float() @ k.float().transpose(1, 2) * D**-0.5
        if causal:
            score = score.masked_fill(torch.ones(L, L, device="cuda").triu(1).bool(), float("-inf"))
        assert torch.allclose(out.float(), score.softmax(-1) @ v.float(), atol=tolerance), (dtype, causal)
