import torch

LOSS_SCALE = 8.0  # ছোট gradient বাঁচানোর জন্য


def train(model, loss_fn, optimizer, batches, device, max_norm, init_scale):
    model.train()
    for x, y in batches:
        x, y = x.to(device), y.to(device)
        optimizer.zero_grad()
        with torch.autocast("cuda", dtype=torch.float16):
            loss = loss_fn(model(x), y)
        (loss * LOSS_SCALE).backward()
        for p in model.parameters():
            p.grad.div_(LOSS_SCALE)
        torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        optimizer.step()
    return None
