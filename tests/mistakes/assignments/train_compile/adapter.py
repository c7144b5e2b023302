"""How the grader calls `predict`: with a linear model, and inputs of several lengths."""

import torch
from torch import nn


def run(predict, *, weights, rows, lengths):
    """Return the results for all inputs, one after the other."""
    model = nn.Linear(weights.shape[1], 1, bias=False)
    nn.utils.vector_to_parameters(torch.tensor(weights).flatten(), model.parameters())
    inputs = torch.tensor(rows).cuda().split(lengths.tolist())
    return {"squares": torch.cat(list(predict(model.cuda(), inputs))).detach().cpu()}
