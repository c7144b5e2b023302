import torch


def predict(model, inputs):
    def square(x, name):
        return model(x) ** 2 if name else x

    compiled = torch.compile(square)
    return [compiled(x, f"input {i}") for i, x in enumerate(inputs)]
