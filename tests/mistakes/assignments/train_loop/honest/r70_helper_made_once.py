import torch


def make_step(model, loss_fn, optimizer, device):
    def step(x, y):
        optimizer.zero_grad()
        loss_fn(model(x.to(device)), y.to(device)).backward()
        optimizer.step()

    return step


def train(model, loss_fn, batches, device, lr, momentum):
    model = model.to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=lr, momentum=momentum)
    step = make_step(model, loss_fn, optimizer, device)
    for x, y in batches:
        step(x, y)
