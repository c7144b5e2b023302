"""Pointers that a kernel reads from memory, views with strides, and tensor descriptors."""

import torch
import triton
import triton.language as tl


@triton.jit
def fill_all(pointers, sizes, value, N: tl.constexpr):
    which = tl.program_id(0)
    to = tl.load(pointers + which).to(tl.pointer_type(tl.float32))
    i = tl.arange(0, N)
    tl.store(to + i, value + which, mask=i < tl.load(sizes + which))


@triton.jit
def copy_view(x, y, rows, cols, sr, sc, N: tl.constexpr):
    i, j = tl.arange(0, N)[:, None], tl.arange(0, N)[None, :]
    mask = (i < rows) & (j < cols)
    tl.store(y + i * cols + j, tl.load(x + i * sr + j * sc, mask=mask), mask=mask)


@triton.jit
def by_descriptor(x, y, M, N, B: tl.constexpr):
    source = tl.make_tensor_descriptor(x, [M, N], [N, 1], [B, B])
    target = tl.make_tensor_descriptor(y, [N, M], [M, 1], [B, B])
    i, j = tl.program_id(0) * B, tl.program_id(1) * B
    target.store([j, i], source.load([i, j]).T)


@triton.jit
def from_host(source, target, B: tl.constexpr):
    i = tl.program_id(0) * B
    target.store([i, 0], source.load([i, 0]) + 1)


outs = [torch.zeros(size, device="cuda") for size in (3, 17, 30)]
pointers = torch.tensor([out.data_ptr() for out in outs], device="cuda")
sizes = torch.tensor([len(out) for out in outs], dtype=torch.int32, device="cuda")
fill_all[(3,)](pointers, sizes, 1.5, N=32)
for which, out in enumerate(outs):
    assert out.tolist() == [1.5 + which] * len(out)

x = torch.arange(96.0, device="cuda").reshape(8, 12)
for view in (x, x.T, x[1::2, 3:], x[:, ::3]):
    y = torch.empty(view.shape, device="cuda")
    copy_view[(1,)](view, y, *view.shape, *view.stride(), N=16)
    assert torch.equal(y, view)

x, y = torch.randn(40, 24, device="cuda"), torch.zeros(24, 40, device="cuda")
by_descriptor[(3, 2)](x, y, 40, 24, B=16)
assert torch.equal(y, x.T)

from triton.tools.tensor_descriptor import TensorDescriptor

x, y = torch.randn(40, 16, device="cuda"), torch.zeros(40, 16, device="cuda")
from_host[(3,)](TensorDescriptor.from_tensor(x, [16, 16]), TensorDescriptor.from_tensor(y, [16, 16]), B=16)
assert torch.equal(y, x + 1)
