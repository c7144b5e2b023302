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


GROWTH = 2  # steps after which the scale doubles


def draw(seed, steps):
    """Return the arguments of one training in two legs."""
    first = 2.0 ** np.random.default_rng(seed).integers(4, 12)
    return {**_drawn(seed, steps), "lr": 0.01, "momentum": 0.9, "init_scale": float(first), "growth": GROWTH}


def train(*, parameters, x, y, lr, momentum, init_scale, growth):
    """Return the parameters and the scale at the end, and the parameters where the second leg begins without momentum."""

    def trained(*, remember=True):
        model = _model(parameters)
        optimizer = torch.optim.SGD(model.parameters(), lr=lr, momentum=momentum)
        for at, (inputs, targets) in enumerate(_batches(x, y)):
            if at == len(x) // 2 and not remember:
                optimizer = torch.optim.SGD(model.parameters(), lr=lr, momentum=momentum)
            optimizer.zero_grad()
            torch.mean((model(inputs) - targets) ** 2).backward()
            optimizer.step()
        return _vector(model)

    scale = init_scale * 2.0 ** (len(x) // growth)
    return {"parameters": trained(), "forgotten": trained(remember=False), "scale": scale}
