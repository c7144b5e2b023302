"""How the grader calls the entry: a small model with batch normalisation."""

import torch
from torch import nn

DEVICE = torch.device("cuda")


def loss_fn(prediction, target):
    return torch.mean((prediction - target) ** 2)


def run(fit, *, parameters, x, y, lr, epochs):
    """Train and validate; return the parameters and the losses of validation."""
    model = nn.Sequential(nn.Linear(x.shape[2], 8, bias=False), nn.BatchNorm1d(8), nn.Linear(8, 1))
    nn.utils.vector_to_parameters(torch.tensor(parameters), model.parameters())
    model.to(DEVICE)
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    held_out, *batches = zip(map(torch.tensor, x), map(torch.tensor, y), strict=True)
    losses = fit(model, loss_fn, optimizer, batches, [held_out], epochs, DEVICE)
    vector = torch.cat([parameter.detach().flatten().cpu() for parameter in model.parameters()])
    return {"parameters": vector, "validation": [float(loss) for loss in losses]}
