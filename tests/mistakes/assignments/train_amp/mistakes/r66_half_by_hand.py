import torch
from torch.amp import GradScaler, autocast


def train(model, loss_fn, optimizer, batches, device, max_norm, init_scale):
    model.half()
    for x, y in batches:
        optimizer.zero_grad()
        loss = loss_fn(model(x.to(device).half()), y.to(device))
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        optimizer.step()
    return None
