"""A class that there is not, in a loss: the error comes where the next result is asked for."""

import torch
from torch import nn


def main():
    model = nn.Linear(4, 3).cuda()
    targets = torch.tensor([0, 1, 3], device="cuda")
    where = "before"
    try:
        loss = nn.functional.cross_entropy(model(torch.ones(3, 4, device="cuda")), targets)
        where = "after the loss"
        loss.item()
    except RuntimeError as error:
        assert "device-side assert triggered" in str(error)
    else:
        raise AssertionError(where)
