import torch


def train(model, loss_fn, optimizer, scheduler, batches, epochs, device):
    last = len(batches) - 1
    for epoch in range(epochs):
        for i, (x, y) in enumerate(batches):
            optimizer.zero_grad()
            loss_fn(model(x.to(device)), y.to(device)).backward()
            optimizer.step()
            if i == last:
                scheduler.step()
