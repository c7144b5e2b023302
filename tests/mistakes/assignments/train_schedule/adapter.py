"""How the grader calls the entry: a small model that begins with given parameters."""

import torch
from torch import nn

DEVICE = torch.device("cuda")


def _model(parameters, width, hidden=8):
    model = nn.Sequential(nn.Linear(width, hidden), nn.Tanh(), nn.Linear(hidden, 1))
    nn.utils.vector_to_parameters(torch.tensor(parameters), model.parameters())
    return model


def _batches(x, y):
    return [(torch.tensor(inputs), torch.tensor(targets)) for inputs, targets in zip(x, y, strict=True)]


def _vector(model):
    return torch.cat([parameter.detach().float().flatten().cpu() for parameter in model.parameters()])


def loss_fn(prediction, target):
    return torch.mean((prediction - target) ** 2)


def run(train, *, parameters, x, y, lr, factor, epochs):
    """Train for some epochs, and return the parameters and the learning rate of each step."""
    model = _model(parameters, x.shape[2]).to(DEVICE)
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    rates = []
    optimizer.register_step_pre_hook(lambda *_: rates.append(float(optimizer.param_groups[0]["lr"])))
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=1, gamma=factor)
    train(model, loss_fn, optimizer, scheduler, _batches(x, y), epochs, DEVICE)
    return {"parameters": _vector(model), "rates": rates}
