import torch


def train(model, loss_fn, batches, device, lr, momentum):
    model.to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=lr, momentum=momentum)
    for x, y in batches:
        optimizer.zero_grad()
        loss_fn(model(x.to(device)), y.to(device)).backward()
        optimizer.step()
    del optimizer
    torch.cuda.empty_cache()
