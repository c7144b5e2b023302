import torch
from torch.cuda.amp import GradScaler, autocast


def train(model, loss_fn, optimizer, batches, device, max_norm, init_scale):
    # পাঠের মতো করে লেখা
    scaler = GradScaler(init_scale=init_scale)
    model = model.cuda()

    for x, y in batches:
        x, y = x.cuda(), y.cuda()
        optimizer.zero_grad()

        with autocast():
            pred = model(x)
            loss = loss_fn(pred, y)

        scaler.scale(loss).backward()
        scaler.unscale_(optimizer)
        torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        scaler.step(optimizer)
        scaler.update()

    torch.cuda.synchronize()
    return scaler
