import torch


def train(w1, w2, x, y, lr, steps):
    """gradient descent। / Gradient descent."""
    return w1, w2
