"""Models that are compiled, and operations that are profiled."""

import torch
from torch import nn


@torch.compile
def polynomial(x):
    y = x * 2
    if x.shape[0] > 2:
        y = y + 1
    return y.sin()


def compiled():
    x = torch.arange(4.0, device="cuda")
    result = polynomial(x)
    assert result.is_cuda
    torch.testing.assert_close(result, (x * 2 + 1).sin())
    torch.testing.assert_close(polynomial(x[:2]), (x[:2] * 2).sin())
    model = nn.Sequential(nn.Linear(4, 4), nn.GELU()).cuda()
    faster = torch.compile(model)
    faster(x).sum().backward()
    gradient, model[0].weight.grad = model[0].weight.grad, None
    model(x).sum().backward()
    torch.testing.assert_close(gradient, model[0].weight.grad)


def profiled():
    with torch.profiler.profile() as profile:
        torch.ones(2, device="cuda") + 1
        torch.cuda.synchronize()
    assert "aten::add" in {each.key for each in profile.key_averages()}


def main():
    compiled()
    profiled()
