"""Training, then validation, in each epoch."""

import torch


def fit(model, loss_fn, optimizer, batches, validation, epochs, device):
    losses = []
    for _ in range(epochs):
        model.train()
        for x, y in batches:
            optimizer.zero_grad()
            loss_fn(model(x.to(device)), y.to(device)).backward()
            optimizer.step()
        model.eval()
        with torch.no_grad():
            found = [loss_fn(model(x.to(device)), y.to(device)) for x, y in validation]
        losses.append((sum(found) / len(found)).item())
    return losses
