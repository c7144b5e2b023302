import torch
import triton
import triton.language as tl


@triton.jit
def double_kernel(x, y, n, BLOCK: tl.constexpr):
    """y[i] = 2 * x[i], i < n পর্যন্ত। / for every i below n."""
    # এখানে লিখুন / write here


def double(x, y):
    n = y.numel()
    # এখানে kernel launch করুন / launch the kernel here
