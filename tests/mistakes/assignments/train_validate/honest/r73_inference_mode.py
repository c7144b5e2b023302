import torch


@torch.inference_mode()
def evaluate(model, loss_fn, validation, device):
    was = model.training
    model.train(False)
    found = [loss_fn(model(x.to(device)), y.to(device)).item() for x, y in validation]
    model.train(was)
    return sum(found) / len(found)


def fit(model, loss_fn, optimizer, batches, validation, epochs, device):
    losses = []
    for _ in range(epochs):
        for x, y in batches:
            optimizer.zero_grad()
            loss_fn(model(x.to(device)), y.to(device)).backward()
            optimizer.step()
        losses.append(evaluate(model, loss_fn, validation, device))
    return losses
