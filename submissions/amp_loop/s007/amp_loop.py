import torch
from torch.cuda.amp import autocast, GradScaler

def train(model, loss_fn, optimizer, batches, device, max_norm, init_scale):
    scaler = GradScaler(init_scale = init_scale)
    for batch in batches:
        x = batch[0].cuda()
        y = batch[1].cuda()
        optimizer.zero_grad()
        with autocast():
            output = model(x)
            loss = loss_fn(output, y)
        scaler.scale(loss).backward()
        scaler.step(optimizer)
    return scaler
