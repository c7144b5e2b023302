import torch


def train(model, loss_fn, optimizer, batches, device, max_norm, init_scale):
    """এখনও FP32-এ। / In FP32 as yet."""
    for x, y in batches:
        optimizer.zero_grad()
        loss_fn(model(x.to(device)), y.to(device)).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        optimizer.step()
    return None
