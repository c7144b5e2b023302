"""Automatic mixed precision: which operations take which types, and how losses are scaled."""

import torch
from torch import nn
from torch.nn import functional as F  # noqa: N812

HALF, FLOAT = torch.float16, torch.float32


def policies():
    a = torch.randn(4, 4, device="cuda")
    h = a.half()
    with torch.autocast("cuda"):
        assert torch.is_autocast_enabled("cuda")
        for result in (a @ a, F.linear(a, a), torch.addmm(a, a, a), torch.conv2d(a[None, None], a[None, None])):
            assert result.dtype == HALF
        for result in (
            torch.exp(h),
            torch.softmax(h, 0),
            F.mse_loss(h, h),
            torch.sum(h),
            torch.layer_norm(h, (4,)),
            h.norm(),
        ):
            assert result.dtype == FLOAT
        assert (h + a).dtype == FLOAT, "the wider one"
        assert torch.cat([h, a]).dtype == FLOAT
        assert (a + a).dtype == FLOAT, "as it is"
        assert torch.relu(h).dtype == HALF
        assert (torch.ones(2, 2) @ torch.ones(2, 2)).dtype == FLOAT, "the host has no part in it"
        with torch.autocast("cuda", enabled=False):
            assert (a @ a).dtype == FLOAT
    with torch.amp.autocast("cuda", dtype=torch.bfloat16):
        assert (a @ a).dtype == torch.bfloat16
        assert nn.Linear(4, 4).cuda()(a).dtype == torch.bfloat16
    assert not torch.is_autocast_enabled("cuda")
    with torch.autocast("cpu", dtype=torch.bfloat16):
        assert (a @ a).dtype == FLOAT


def rounding():
    a = torch.full((1, 1), 1.0009765625 + 2**-12, device="cuda")  # between two numbers of eleven bits
    with torch.autocast("cuda"):
        assert (a @ torch.ones(1, 1, device="cuda")).item() == 1.0009765625
        assert (torch.full((1, 1), 300.0, device="cuda") @ torch.full((1, 1), 300.0, device="cuda")).isinf()


def scaled():
    model = nn.Linear(4, 1).cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cuda", init_scale=1024.0, growth_interval=2)
    scales, moved = [], []
    for step in range(4):
        before = model.weight.detach().clone()
        x = torch.full((2, 4), 1e6 if step == 0 else 1.0, device="cuda")
        with torch.autocast("cuda"):
            loss = model(x).float().sum()
        scaler.scale(loss).backward()
        scaler.unscale_(optimizer)
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        scaler.step(optimizer)
        scaler.update()
        optimizer.zero_grad()
        scales.append(scaler.get_scale())
        moved.append(not torch.equal(before, model.weight))
    assert moved == [False, True, True, True], "a step with infinite gradients is left out"
    assert scales == [512.0, 512.0, 1024.0, 1024.0]
    again = torch.amp.GradScaler("cuda")
    again.load_state_dict(scaler.state_dict())
    assert again.state_dict() == scaler.state_dict()


def main():
    policies()
    rounding()
    scaled()
