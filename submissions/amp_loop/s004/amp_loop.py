import torch
from torch.cuda.amp import autocast, GradScaler


def train(model, loss_fn, optimizer, batches, device, max_norm, init_scale):
    scaler = GradScaler(init_scale=init_scale)
    model.train()
    for x, y in batches:
        x, y = x.to(device), y.to(device)
        optimizer.zero_grad()

        with autocast():                # FP16 forward
            pred = model(x)
            loss = loss_fn(pred, y)

        scaler.scale(loss).backward()    # scaled gradient
        torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm)   # আগের মতোই রেখেছি
        scaler.step(optimizer)            # unscale + step
        scaler.update()
    return scaler
