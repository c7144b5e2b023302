"""How the grader calls `predict`: with a linear model, and inputs of several lengths."""

import torch
from torch import nn


LENGTHS = (3, 4, 5, 6, 7)  # rows of each input


def run(predict, *, weights, x):
    """Return the results for all inputs, one after the other."""
    model = nn.Linear(weights.shape[1], 1, bias=False)
    nn.utils.vector_to_parameters(torch.tensor(weights).flatten(), model.parameters())
    inputs = torch.tensor(x).cuda().split(LENGTHS)
    return {"squares": torch.cat(list(predict(model.cuda(), inputs))).detach().cpu()}
