"""How the grader calls `loss`: for one step of a linear model, whose output is in FP16."""

import torch

DEVICE = torch.device("cuda")


def run(loss, *, parameters, x, labels, lr):
    """Take one step, and return the weights."""
    weights = torch.tensor(parameters, device=DEVICE, requires_grad=True)
    with torch.autocast("cuda", dtype=torch.float16):
        logits = torch.nn.functional.linear(torch.tensor(x, device=DEVICE), weights)
    loss(logits, torch.tensor(labels, device=DEVICE)).backward()
    return {"parameters": (weights - lr * weights.grad).detach().cpu()}
