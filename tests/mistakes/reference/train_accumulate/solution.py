"""One step for every few batches."""


def train(model, loss_fn, optimizer, batches, device, every):
    for at, (x, y) in enumerate(batches, start=1):
        (loss_fn(model(x.to(device)), y.to(device)) / every).backward()
        if at % every == 0 or at == len(batches):
            optimizer.step()
            optimizer.zero_grad()
