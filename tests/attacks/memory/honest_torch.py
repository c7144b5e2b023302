"""An honest control: works with tensors of a usual size.

Expect: pass
Assignment: small
"""
import torch


def add(a, b, c):
    weights = torch.randn(500, 500, requires_grad=True)
    (weights @ weights).sum().backward()
    assert weights.grad.shape == (500, 500)
    c[:] = (torch.from_numpy(a) + torch.from_numpy(b)).numpy()
