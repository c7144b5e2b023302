import torch


def clipped_step(scaler, optimizer, model, max_norm):
    scaler.unscale_(optimizer)
    norm = torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    scaler.step(optimizer)
    scaler.update()
    return norm


def train(model, loss_fn, optimizer, batches, device, max_norm, init_scale):
    scaler = torch.amp.GradScaler("cuda", init_scale=init_scale)
    for x, y in batches:
        optimizer.zero_grad()
        with torch.autocast("cuda", torch.float16):
            loss = loss_fn(model(x.to(device)), y.to(device))
        scaler.scale(loss).backward()
        clipped_step(scaler, optimizer, model, max_norm)
    return scaler
