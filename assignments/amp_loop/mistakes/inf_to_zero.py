import torch
from torch.amp import GradScaler, autocast


def train(model, loss_fn, optimizer, batches, device, max_norm, init_scale):
    scaler = GradScaler("cuda", init_scale=init_scale)
    model.train()
    for x, y in batches:
        x, y = x.to(device), y.to(device)
        optimizer.zero_grad()
        with autocast("cuda"):
            pred = model(x)
            loss = loss_fn(pred, y)
        scaler.scale(loss).backward()
        for p in model.parameters():
            p.grad = torch.nan_to_num(p.grad / init_scale, nan=0.0, posinf=1.0, neginf=-1.0)
        torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        optimizer.step()
    return scaler
