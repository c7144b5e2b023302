import torch


def train(model, loss_fn, optimizer, batches, device, every):
    parameters = list(model.parameters())
    waiting = 0
    for i, (x, y) in enumerate(batches):
        loss_fn(model(x.to(device)), y.to(device)).backward()
        waiting += 1
        if waiting == every or i == len(batches) - 1:
            for p in parameters:
                p.grad /= every
            optimizer.step()
            model.zero_grad()
            waiting = 0
