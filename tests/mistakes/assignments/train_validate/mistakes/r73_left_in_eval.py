import torch


def fit(model, loss_fn, optimizer, batches, validation, epochs, device):
    losses = []
    model.train()
    for epoch in range(epochs):
        for x, y in batches:
            optimizer.zero_grad()
            loss_fn(model(x.to(device)), y.to(device)).backward()
            optimizer.step()
        model.eval()
        total = 0.0
        with torch.no_grad():
            for x, y in validation:
                total += loss_fn(model(x.to(device)), y.to(device)).item()
        losses.append(total / len(validation))
    return losses
