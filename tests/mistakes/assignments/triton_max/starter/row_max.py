import torch
import triton
import triton.language as tl


def row_max(x, out):
    pass
