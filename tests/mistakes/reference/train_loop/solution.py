"""One step of SGD on every batch."""

import torch


def train(model, loss_fn, batches, device, lr, momentum):  # noqa: PLR0917 - as the starter has it
    model.to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=lr, momentum=momentum)
    for x, y in batches:
        optimizer.zero_grad()
        loss_fn(model(x.to(device)), y.to(device)).backward()
        optimizer.step()
