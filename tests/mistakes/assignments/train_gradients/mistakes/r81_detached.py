import torch


def train(w1, w2, x, y, lr, steps):
    for _ in range(steps):
        h = (torch.tanh(x @ w1) + 1).detach()
        loss = ((h @ w2 - y) ** 2).mean()
        loss.backward()
        with torch.no_grad():
            for w in (w1, w2):
                if w.grad is not None:
                    w -= lr * w.grad
                    w.grad.zero_()
    return w1, w2
