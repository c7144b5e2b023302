import torch


def train(model, loss_fn, batches, device, lr, momentum):
    model.to(device)
    for x, y in batches:
        optimizer = torch.optim.SGD(model.parameters(), lr=lr, momentum=momentum)
        optimizer.zero_grad()
        loss = loss_fn(model(x.to(device)), y.to(device))
        loss.backward()
        optimizer.step()
