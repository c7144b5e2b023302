"""A schedule by epochs."""


def train(model, loss_fn, optimizer, scheduler, batches, epochs, device):
    for _ in range(epochs):
        for x, y in batches:
            optimizer.zero_grad()
            loss_fn(model(x.to(device)), y.to(device)).backward()
            optimizer.step()
        scheduler.step()
