import torch


def train(model, loss_fn, optimizer, batches, device, every):
    for x, y in batches:
        optimizer.zero_grad()
        loss = loss_fn(model(x.to(device)), y.to(device)) / every
        loss.backward()
        optimizer.step()
