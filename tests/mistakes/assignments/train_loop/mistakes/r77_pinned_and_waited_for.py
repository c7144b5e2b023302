import torch


def train(model, loss_fn, batches, device, lr, momentum):
    model.to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=lr, momentum=momentum)
    batches = [(x.pin_memory(), y.pin_memory()) for x, y in batches]
    for x, y in batches:
        x, y = x.to(device), y.to(device)
        optimizer.zero_grad()
        loss_fn(model(x), y).backward()
        optimizer.step()
