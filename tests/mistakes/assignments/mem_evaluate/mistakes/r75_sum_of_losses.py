import torch


def evaluate(x, w, steps):
    w = torch.nn.Parameter(w)
    total = 0
    for k in range(1, steps + 1):
        loss = torch.tanh((x * k) @ w).pow(2).mean()
        total += loss
    return total / steps
