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


def draw(seed, steps):
    """Return the arguments of one training."""
    return {**_drawn(seed, steps), "lr": 0.02, "every": 3}


def train(*, parameters, x, y, lr, every):
    """Return the parameters after training, and after training with each mistake."""

    def trained(*, share=1 / every, group=every, rest=True):
        model = _model(parameters)
        batches = _batches(x, y)
        for first in range(0, len(batches), group):
            part = batches[first : first + group]
            if len(part) < group and not rest:
                break
            optimizer = torch.optim.SGD(model.parameters(), lr=lr)
            sum(share * torch.mean((model(inputs) - targets) ** 2) for inputs, targets in part).backward()
            optimizer.step()
            optimizer.zero_grad()
        return _vector(model)

    return {
        "parameters": trained(),
        "undivided": trained(share=1.0),
        "each": trained(share=1 / every, group=1),
        "dropped": trained(rest=False),
    }
