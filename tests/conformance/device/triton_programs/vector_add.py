"""A masked kernel, as in Triton's first tutorial."""

import torch
import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, y_ptr, output_ptr, n_elements, BLOCK_SIZE: tl.constexpr):
    pid = tl.program_id(axis=0)
    offsets = pid * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask)
    y = tl.load(y_ptr + offsets, mask=mask)
    tl.store(output_ptr + offsets, x + y, mask=mask)


def add(x, y):
    output = torch.empty_like(x)
    n_elements = output.numel()
    grid = lambda meta: (triton.cdiv(n_elements, meta["BLOCK_SIZE"]),)
    add_kernel[grid](x, y, output, n_elements, BLOCK_SIZE=1024)
    return output


torch.manual_seed(0)
for dtype in (torch.float32, torch.float16, torch.bfloat16, torch.int32, torch.int64):
    for n in (1, 1023, 1024, 98432):
        x = (torch.rand(n, device="cuda") * 100).to(dtype)
        y = (torch.rand(n, device="cuda") * 100).to(dtype)
        assert torch.equal(add(x, y), x + y), (dtype, n)
assert add(torch.empty(0, device="cuda"), torch.empty(0, device="cuda")).numel() == 0
