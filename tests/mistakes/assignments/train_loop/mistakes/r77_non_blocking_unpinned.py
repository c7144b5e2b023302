import torch


def train(model, loss_fn, batches, device, lr, momentum):
    model.to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=lr, momentum=momentum)
    for x, y in batches:
        x = x.to(device, non_blocking=True)
        y = y.to(device, non_blocking=True)
        optimizer.zero_grad()
        loss_fn(model(x), y).backward()
        optimizer.step()
