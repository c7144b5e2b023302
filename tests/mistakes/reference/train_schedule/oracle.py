"""What is right: training in float64; every vector holds the parameters in PyTorch's order."""

import numpy as np
import torch
from torch import nn

ROWS, WIDTH, HIDDEN = 16, 4, 8  # rows of a batch, inputs and hidden units of the model


def _model(parameters):
    model = nn.Sequential(nn.Linear(WIDTH, HIDDEN), nn.Tanh(), nn.Linear(HIDDEN, 1)).double()
    nn.utils.vector_to_parameters(torch.tensor(parameters, dtype=torch.float64), model.parameters())
    return model


def _batches(x, y):
    return list(zip(torch.tensor(x, dtype=torch.float64), torch.tensor(y, dtype=torch.float64), strict=True))


def _vector(model):
    return nn.utils.parameters_to_vector(model.parameters()).detach().numpy()


def _drawn(seed, steps):
    rng = np.random.default_rng(seed)
    count = WIDTH * HIDDEN + HIDDEN + HIDDEN + 1
    return {
        "parameters": rng.normal(0, 0.5, count).astype(np.float32),
        "x": rng.normal(0, 1, (steps, ROWS, WIDTH)).astype(np.float32),
        # Far from the model's output on one side: the errors do not cancel.
        "y": rng.uniform(2, 4, (steps, ROWS, 1)).astype(np.float32),
    }


FACTOR = 0.5  # by which an epoch lowers the learning rate


def draw(seed, steps):
    """Return the arguments of one training."""
    return {**_drawn(seed, steps), "lr": 0.02, "factor": FACTOR, "epochs": 3}


def train(*, parameters, x, y, lr, factor, epochs):
    """Return the parameters and the learning rates of the steps, and the parameters after each mistake."""
    batches = _batches(x, y) * epochs
    per_epoch = len(batches) // epochs

    def trained(rates):
        model = _model(parameters)
        for rate, (inputs, targets) in zip(rates, batches, strict=True):
            optimizer = torch.optim.SGD(model.parameters(), lr=rate)
            optimizer.zero_grad()
            torch.mean((model(inputs) - targets) ** 2).backward()
            optimizer.step()
        return _vector(model)

    rates = [lr * factor ** (at // per_epoch) for at in range(len(batches))]
    return {
        "parameters": trained(rates),
        "rates": rates,
        "first": trained([factor * rate for rate in rates]),
        "each": trained([lr * factor**at for at in range(len(batches))]),
    }
