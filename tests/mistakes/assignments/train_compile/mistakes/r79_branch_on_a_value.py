import torch


def predict(model, inputs):
    @torch.compile
    def square(x):
        y = model(x)
        if y.abs().max() > 1e6:
            y = y.clamp(-1e6, 1e6)
        return y ** 2

    return [square(x) for x in inputs]
