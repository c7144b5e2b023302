import torch
from torch.amp import GradScaler, autocast


def train(model, loss_fn, optimizer, batches, device, max_norm, init_scale):
    scaler = GradScaler("cuda", init_scale=init_scale)
    model.train()
    for x, y in batches:
        x, y = x.to(device), y.to(device)
        optimizer.zero_grad()
        with autocast("cuda", dtype=torch.float16):
            loss = loss_fn(model(x), y)
        scaled_loss = scaler.scale(loss)
        scaled_loss.backward()
        scaler.unscale_(optimizer)
        torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        scaler.step(optimizer)
        scaler.update()
    return scaler
