"""What is right: gradient descent in float64; a vector holds both matrices, one after the other."""

import numpy as np
import torch

ROWS, WIDTH, HIDDEN = 16, 4, 6


def draw(seed, steps):
    """Return the arguments of one training."""
    rng = np.random.default_rng(seed)
    return {
        "parameters": rng.normal(0, 0.5, WIDTH * HIDDEN + HIDDEN).astype(np.float32),
        "x": rng.normal(0, 1, (ROWS, WIDTH)).astype(np.float32),
        "y": rng.uniform(2, 4, (ROWS, 1)).astype(np.float32),
        "lr": 0.02,
        "steps": steps,
    }


def train(*, parameters, x, y, lr, steps):
    """Return the parameters after training, and after training with each mistake."""
    inputs, targets = (torch.tensor(each, dtype=torch.float64) for each in (x, y))

    def trained(*, cut=False, keep=False):
        vector, kept = torch.tensor(parameters, dtype=torch.float64), 0.0
        for _ in range(steps):
            vector.requires_grad_()
            w1, w2 = vector[: WIDTH * HIDDEN].reshape(WIDTH, HIDDEN), vector[WIDTH * HIDDEN :].reshape(HIDDEN, 1)
            loss = torch.mean(((torch.tanh(inputs @ w1) + 1) @ w2 - targets) ** 2)
            (gradient,) = torch.autograd.grad(loss, vector)
            if cut:
                gradient[: WIDTH * HIDDEN] = 0
            kept = gradient + kept * keep
            vector = (vector - lr * kept).detach()
        return vector.numpy()

    return {"parameters": trained(), "cut": trained(cut=True), "kept": trained(keep=True)}
