"""What is right: training and validation in float64; a vector holds the parameters in PyTorch's order."""

import numpy as np
import torch
from torch import nn

ROWS, WIDTH, HIDDEN = 16, 4, 8  # rows of a batch, inputs and hidden units of the model


def _model(parameters):
    model = nn.Sequential(nn.Linear(WIDTH, HIDDEN, bias=False), nn.BatchNorm1d(HIDDEN), nn.Linear(HIDDEN, 1)).double()
    nn.utils.vector_to_parameters(torch.tensor(parameters, dtype=torch.float64), model.parameters())
    return model


def draw(seed, steps):
    """Return the arguments of one training; the first batch is that of validation."""
    rng = np.random.default_rng(seed)
    count = WIDTH * HIDDEN + 2 * HIDDEN + HIDDEN + 1
    return {
        "parameters": rng.normal(0, 0.5, count).astype(np.float32),
        "x": rng.normal(1, 1, (steps + 1, ROWS, WIDTH)).astype(np.float32),
        "y": rng.uniform(2, 4, (steps + 1, ROWS, 1)).astype(np.float32),
        "lr": 0.01,
        "epochs": 2,
    }


def fit(*, parameters, x, y, lr, epochs):
    """Return the parameters and the losses of validation, and the parameters if eval mode is never left again."""

    def trained(*, back=True):
        model = _model(parameters)
        optimizer = torch.optim.SGD(model.parameters(), lr=lr)
        (held_x, held_y), *batches = zip(*(torch.tensor(each, dtype=torch.float64) for each in (x, y)), strict=True)
        losses = []
        for epoch in range(epochs):
            model.train(back or epoch == 0)
            for inputs, targets in batches:
                optimizer.zero_grad()
                torch.mean((model(inputs) - targets) ** 2).backward()
                optimizer.step()
            model.eval()
            losses.append(torch.mean((model(held_x) - held_y) ** 2).item())
        return nn.utils.parameters_to_vector(model.parameters()).detach().numpy(), losses

    vector, losses = trained()
    return {"parameters": vector, "validation": losses, "left_in_eval": trained(back=False)[0]}
