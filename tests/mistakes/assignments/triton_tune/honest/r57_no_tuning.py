import torch
import triton
import triton.language as tl


@triton.jit
def add_up(x, total, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_add(total, tl.sum(tl.load(x + i, mask=i < n, other=0.0)))


def sum_of(x, total):
    total.zero_()
    add_up[(triton.cdiv(x.numel(), 64),)](x, total, x.numel(), BLOCK=64)
