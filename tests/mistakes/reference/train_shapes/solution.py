"""The mean of each output."""

import torch


def predict(model, images):
    with torch.no_grad():
        return [model(image).mean() for image in images]
