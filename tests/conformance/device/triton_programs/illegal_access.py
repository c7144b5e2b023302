"""An address that is nobody's."""

import torch
import triton
import triton.language as tl


@triton.jit
def store_far(x, n, N: tl.constexpr):
    tl.store(x + n + tl.arange(0, N), 1.0)


x = torch.zeros(1024, device="cuda")
try:
    store_far[(1,)](x, 1 << 40, N=16)
    torch.cuda.synchronize()
except RuntimeError as error:
    assert "an illegal memory access was encountered" in str(error), error
else:
    raise AssertionError("nothing was said")
