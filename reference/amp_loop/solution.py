"""FP16 with autocast and a GradScaler."""

import torch


def train(model, loss_fn, optimizer, batches, device, max_norm, init_scale):  # noqa: PLR0917 - as the starter has it
    scaler = torch.amp.GradScaler("cuda", init_scale=init_scale)
    model.train()
    for x, y in batches:
        optimizer.zero_grad()
        with torch.autocast("cuda", dtype=torch.float16):
            prediction = model(x.to(device))
            loss = loss_fn(prediction, y.to(device))
        scaler.scale(loss).backward()
        scaler.unscale_(optimizer)
        torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        scaler.step(optimizer)
        scaler.update()
    return scaler
