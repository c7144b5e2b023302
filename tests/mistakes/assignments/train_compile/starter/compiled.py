import torch


def predict(model, inputs):
    """প্রতিটি output-এর বর্গ। / The squares of all outputs."""
    return [model(x) for x in inputs]
