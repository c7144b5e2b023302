import torch


def evaluate(x, w, steps):
    w = torch.nn.Parameter(w)
    losses = []
    for k in range(1, steps + 1):
        loss = torch.tanh((x * k) @ w).pow(2).mean()
        losses.append(loss.detach())
    return torch.stack(losses).mean()
