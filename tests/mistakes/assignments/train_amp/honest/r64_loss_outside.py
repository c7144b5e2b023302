import torch
from torch.amp import GradScaler, autocast


def train(model, loss_fn, optimizer, batches, device, max_norm, init_scale):
    scaler = GradScaler("cuda", init_scale=init_scale)
    forward = autocast("cuda", dtype=torch.float16)(model.forward)
    for x, y in batches:
        pred = forward(x.to(device))
        loss = loss_fn(pred.float(), y.to(device))
        optimizer.zero_grad()
        scaler.scale(loss).backward()
        scaler.unscale_(optimizer)
        torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        scaler.step(optimizer)
        scaler.update()
    return scaler
