"""Training: the same numbers as on the host, with every kind of optimizer and the layers of a course."""

import copy

import torch
from torch import nn
from torch.nn import functional as F  # noqa: N812

OPTIMIZERS = (
    lambda parameters: torch.optim.SGD(parameters, lr=0.1, momentum=0.9),
    lambda parameters: torch.optim.Adam(parameters, lr=1e-2),
    lambda parameters: torch.optim.AdamW(parameters, lr=1e-2, fused=True),
    lambda parameters: torch.optim.Adam(parameters, lr=1e-2, foreach=False),
    lambda parameters: torch.optim.RMSprop(parameters, lr=1e-3),
)


def trained(model, x, y, make):
    optimizer = make(model.parameters())
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 2)
    losses = []
    for _ in range(4):
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        scheduler.step()
        losses.append(loss.item())
    return losses


def as_on_the_host():
    torch.manual_seed(0)
    x, y = torch.randn(32, 8), torch.randn(32, 1)
    for make in OPTIMIZERS:
        ours = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 1))
        theirs = copy.deepcopy(ours).cuda()
        torch.testing.assert_close(
            trained(theirs, x.cuda(), y.cuda(), make), trained(ours, x, y, make), rtol=1e-3, atol=1e-4
        )
        for one, other in zip(theirs.parameters(), ours.parameters()):
            torch.testing.assert_close(one.cpu(), other, rtol=1e-2, atol=1e-3)


def images():
    model = nn.Sequential(
        nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.Conv2d(8, 8, 3, groups=8), nn.MaxPool2d(2),
        nn.Dropout(0.5), nn.Flatten(), nn.Linear(8 * 7 * 7, 10),
    ).cuda()  # fmt: skip
    x, y = torch.randn(4, 3, 16, 16, device="cuda"), torch.randint(10, (4,), device="cuda")
    loss = F.cross_entropy(model(x), y)
    loss.backward()
    assert all(each.grad.is_cuda and each.grad.isfinite().all() for each in model.parameters())
    model.eval()
    with torch.inference_mode():
        assert torch.equal(model(x), model(x)), "nothing is dropped out any more"
        torch.testing.assert_close(model(x).cpu(), model.cpu()(x.cpu()), rtol=1e-2, atol=1e-2)


def sequences():
    model = nn.TransformerEncoderLayer(16, 2, 32, batch_first=True).cuda()
    model(torch.randn(2, 5, 16, device="cuda")).sum().backward()
    q = torch.randn(1, 2, 4, 8, device="cuda")
    ours = F.scaled_dot_product_attention(q, q, q, is_causal=True)
    torch.testing.assert_close(
        ours.cpu(), F.scaled_dot_product_attention(*[q.cpu()] * 3, is_causal=True), rtol=1e-3, atol=1e-3
    )
    for make in (nn.LSTM, nn.GRU):
        network = make(4, 8, num_layers=2).cuda()
        x = torch.randn(5, 2, 4, device="cuda")
        result, _ = network(x)
        result.sum().backward()
        assert network.weight_hh_l0.grad.is_cuda
        torch.testing.assert_close(result.cpu(), network.cpu()(x.cpu())[0], rtol=1e-3, atol=1e-3)
    norm = nn.RMSNorm(8).cuda()
    norm(torch.randn(2, 8, device="cuda")).sum().backward()
    assert norm.weight.grad.is_cuda
    table = nn.Embedding(10, 4).cuda()
    table(torch.tensor([1, 1, 3], device="cuda")).sum().backward()
    assert table.weight.grad.sum(1).tolist() == [0, 8, 0, 4, 0, 0, 0, 0, 0, 0]


def main():
    as_on_the_host()
    images()
    sequences()
