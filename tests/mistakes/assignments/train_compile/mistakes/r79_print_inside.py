import torch


def predict(model, inputs):
    @torch.compile
    def square(x):
        y = model(x)
        print("shape", tuple(y.shape))
        return y ** 2

    return [square(x) for x in inputs]
