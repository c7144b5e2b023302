"""Kernels of numba on tensors of torch, and tensors on numba's memory: one card, and the order of the program."""

import numpy as np
import torch
from numba import cuda


@cuda.jit
def increment(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] += 1


@cuda.jit
def scaled(a, factor):
    i = cuda.grid(1)
    if i < a.size:
        a[i] *= factor


def main():
    t = torch.arange(1000, dtype=torch.float32, device="cuda")
    for _ in range(5):
        t = t * 2
        increment[8, 128](t)
    want = torch.arange(1000, dtype=torch.float32) * 32 + 31
    assert torch.equal(t.cpu(), want)
    view = cuda.as_cuda_array(t)
    scaled[8, 128](view, 2)
    assert torch.equal(t.cpu(), 2 * want)
    device = cuda.to_device(np.arange(10, dtype=np.float32))
    shared = torch.as_tensor(device, device="cuda")
    increment[1, 32](device)
    shared += 1
    assert device.copy_to_host().tolist() == list(range(2, 12))
    matrix = torch.zeros(4, 6, device="cuda")
    increment[1, 32](matrix[2])
    assert matrix.sum().item() == 6 and matrix[2].sum().item() == 6
