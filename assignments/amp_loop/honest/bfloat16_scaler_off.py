import torch


def train(model, loss_fn, optimizer, batches, device, max_norm, init_scale):
    kind = torch.bfloat16 if torch.cuda.is_bf16_supported() else torch.float16
    # scaler শুধু FP16-এ দরকার
    scaler = torch.amp.GradScaler("cuda", init_scale=init_scale, enabled=kind == torch.float16)
    for x, y in batches:
        optimizer.zero_grad()
        with torch.autocast("cuda", dtype=kind):
            loss = loss_fn(model(x.to(device)), y.to(device))
        scaler.scale(loss).backward()
        scaler.unscale_(optimizer)
        torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        scaler.step(optimizer)
        scaler.update()
    return scaler
