import torch


def predict(model, inputs):
    square = torch.compile(lambda x: model(x) ** 2, dynamic=False)
    return [square(x) for x in inputs]
