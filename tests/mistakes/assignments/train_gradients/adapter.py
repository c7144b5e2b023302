"""How the grader calls `train`: with two matrices that want gradients."""

import torch

HIDDEN = 6


def run(train, *, parameters, x, y, lr, steps):
    """Return both matrices after training, one after the other."""
    device = torch.device("cuda")
    start = torch.tensor(parameters, device=device)
    split = HIDDEN * x.shape[1]
    w1, w2 = start[:split].reshape(-1, HIDDEN).clone().requires_grad_(), start[split:, None].clone().requires_grad_()
    w1, w2 = train(w1, w2, torch.tensor(x, device=device), torch.tensor(y, device=device), lr, steps)
    return {"parameters": torch.cat([w1.detach().flatten(), w2.detach().flatten()]).cpu()}
