"""Gradient descent by hand."""

import torch


def train(w1, w2, x, y, lr, steps):
    for _ in range(steps):
        loss = torch.mean(((torch.tanh(x @ w1) + 1) @ w2 - y) ** 2)
        loss.backward()
        with torch.no_grad():
            for w in (w1, w2):
                w -= lr * w.grad
                w.grad = None
    return w1, w2
