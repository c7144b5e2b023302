import torch


def train(model, loss_fn, optimizer, batches, device, max_norm, init_scale):
    model.half()
    model.train()
    for x, y in batches:
        x, y = x.to(device), y.to(device)
        optimizer.zero_grad()
        pred = model(x.half())
        loss = loss_fn(pred, y)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        optimizer.step()
    return None
