import torch


@torch.no_grad()
def evaluate(x, w, steps):
    w = torch.nn.Parameter(w)
    losses = []
    for k in range(1, steps + 1):
        losses.append(torch.tanh((x * k) @ w).pow(2).mean())
    return torch.stack(losses).mean()
