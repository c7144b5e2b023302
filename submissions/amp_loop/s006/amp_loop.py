import torch
from torch.amp import GradScaler, autocast
from torch.nn.utils import clip_grad_norm_


def train(model, loss_fn, optimizer, batches, device, max_norm, init_scale):
    scaler = GradScaler("cuda", init_scale=init_scale)
    for x, y in batches:
        x = x.to(device)
        y = y.to(device)
        optimizer.zero_grad()
        with autocast("cuda", dtype=torch.float16):
            loss = loss_fn(model(x), y)
        scaler.scale(loss).backward()
        scaler.unscale_(optimizer)
        clip_grad_norm_(model.parameters(), max_norm)
        # gradient তো unscale হয়ে গেছে, তাই optimizer নিজেই step নিতে পারে
        optimizer.step()
        scaler.update()
    return scaler
