"""An assertion on the device, which counts only in debug mode."""

import torch
import triton
import triton.language as tl


@triton.jit
def unchecked(x):
    tl.device_assert(tl.load(x) > 0, "positive")


@triton.jit(debug=True)
def checked(x):
    tl.device_assert(tl.load(x) > 0, "positive")


x = torch.zeros(1, device="cuda")
unchecked[(1,)](x)
checked[(1,)](x + 1)
torch.cuda.synchronize()
try:
    checked[(1,)](x)
    torch.cuda.synchronize()
except RuntimeError as error:
    assert "device-side assert triggered" in str(error), error
else:
    raise AssertionError("nothing was said")
