import torch
from torch.amp import GradScaler, autocast


def train(model, loss_fn, optimizer, batches, device, max_norm, init_scale):
    scaler = GradScaler("cuda", init_scale=init_scale)
    for x, y in batches:
        context = autocast("cuda", dtype=torch.float16)
        optimizer.zero_grad()
        with context:
            loss = loss_fn(model(x.to(device)), y.to(device))
        scaler.scale(loss).backward()
        scaler.unscale_(optimizer)
        torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        scaler.step(optimizer)
        scaler.update()
    return scaler
