"""How the grader calls `predict`: with a convolution, and images of several widths."""

import torch
from torch import nn


def run(predict, *, weights, pixels, widths):
    """Return the result for each image."""
    model = nn.Conv1d(1, 1, len(weights), bias=False).cuda()
    nn.utils.vector_to_parameters(torch.tensor(weights).cuda(), model.parameters())
    images = [image.reshape(1, 1, -1) for image in torch.tensor(pixels).cuda().split(widths.tolist())]
    return {"means": torch.stack(list(predict(model, images))).detach().cpu()}
