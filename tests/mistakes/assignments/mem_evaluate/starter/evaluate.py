import torch


def evaluate(x, w, steps):
    return torch.zeros(())
