"""One compiled function for all inputs."""

import torch


def predict(model, inputs):
    @torch.compile
    def square(x):
        return model(x) ** 2

    return [square(x) for x in inputs]
