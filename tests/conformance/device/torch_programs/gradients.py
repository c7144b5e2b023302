"""Gradients: of operations, of functions of one's own, of functions that are mapped, and of what is computed again."""

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x**3

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return 3 * x**2 * grad


def of_operations():
    w = torch.randn(3, 3, device="cuda", requires_grad=True)
    loss = (w @ w).relu().sum()
    assert w.is_leaf
    assert loss.grad_fn is not None
    loss.backward()
    other = w.detach().cpu().requires_grad_()
    (other @ other).relu().sum().backward()
    assert w.grad.is_cuda
    torch.testing.assert_close(w.grad.cpu(), other.grad, rtol=1e-3, atol=1e-4)
    with torch.no_grad():
        w -= 0.1 * w.grad
        w.grad.zero_()
    assert not (w * 2).detach().requires_grad
    x = torch.tensor([-2.0, 3.0], device="cuda", requires_grad=True)
    x.sgn().sum().backward()
    assert x.grad.tolist() == [0, 0]


def across_devices():
    x = torch.ones(3, requires_grad=True)
    (x.cuda() * 2).sum().backward()
    assert not x.grad.is_cuda
    assert x.grad.tolist() == [2, 2, 2]


def of_ones_own():
    x = torch.tensor([1.0, 2.0], device="cuda", requires_grad=True)
    Cube.apply(x).sum().backward()
    assert x.grad.tolist() == [3, 12]
    assert torch.autograd.gradcheck(Cube.apply, torch.rand(3, device="cuda", dtype=torch.float64, requires_grad=True))


def mapped():
    gradient = torch.func.vmap(torch.func.grad(lambda x: (x**2).sum()))
    assert gradient(torch.ones(2, 3, device="cuda")).tolist() == [[2, 2, 2]] * 2
    jacobian = torch.func.jacrev(torch.sin)(torch.zeros(2, device="cuda"))
    assert jacobian.tolist() == [[1, 0], [0, 1]]


def computed_again():
    layer = nn.Linear(2, 2).cuda()
    x = torch.ones(2, 2, device="cuda", requires_grad=True)
    checkpoint(nn.Sequential(layer, nn.ReLU(), layer), x, use_reentrant=False).sum().backward()
    again, layer.weight.grad = layer.weight.grad, None
    nn.Sequential(layer, nn.ReLU(), layer)(x).sum().backward()
    torch.testing.assert_close(again, layer.weight.grad)


def clipped():
    layer = nn.Linear(2, 2).cuda()
    layer(torch.full((1, 2), 100.0, device="cuda")).sum().backward()
    assert nn.utils.clip_grad_norm_(layer.parameters(), 0.1).item() > 0.1
    norm = torch.cat([each.grad.flatten() for each in layer.parameters()]).norm().item()
    assert abs(norm - 0.1) < 1e-3
    hooked = []
    layer.weight.register_hook(lambda grad: hooked.append(grad.device.type))
    layer(torch.ones(1, 2, device="cuda")).sum().backward()
    assert hooked == ["cuda"]


def main():
    of_operations()
    across_devices()
    of_ones_own()
    mapped()
    computed_again()
    clipped()
