"""How the grader calls the entry: a small model that begins with given parameters."""

from pathlib import Path

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


def run(train, *, parameters, x, y, lr, momentum, init_scale, growth):
    """Train in two legs, each with everything made anew; return the parameters and the scale at the end."""
    path = Path("state.pt")
    path.unlink(missing_ok=True)
    batches = _batches(x, y)
    middle = len(batches) // 2
    for leg in (batches[:middle], batches[middle:]):
        model = _model(parameters, x.shape[2]).to(DEVICE)
        optimizer = torch.optim.SGD(model.parameters(), lr=lr, momentum=momentum)
        scaler = torch.amp.GradScaler("cuda", init_scale=init_scale, growth_interval=growth)
        train(model, loss_fn, optimizer, scaler, leg, DEVICE, str(path))
    return {"parameters": _vector(model), "scale": scaler.get_scale()}
