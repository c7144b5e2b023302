import torch


def train(model, loss_fn, optimizer, scheduler, batches, epochs, device):
    for epoch in range(epochs):
        for x, y in batches:
            optimizer.zero_grad()
            loss = loss_fn(model(x.to(device)), y.to(device))
            loss.backward()
            optimizer.step()
