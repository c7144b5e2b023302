import torch


def train(model, loss_fn, optimizer, batches, device, every):
    for i, (x, y) in enumerate(batches):
        loss = loss_fn(model(x.to(device)), y.to(device))
        loss.backward()
        if (i + 1) % every == 0 or i + 1 == len(batches):
            optimizer.step()
            optimizer.zero_grad()
