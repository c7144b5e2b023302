import torch


def predict(model, inputs):
    compiled = torch.compile(model)
    results = [compiled(x) for x in inputs]
    print("inputs:", len(results))
    return [result ** 2 for result in results]
