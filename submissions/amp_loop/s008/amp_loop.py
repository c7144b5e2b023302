import torch


def train(model, loss_fn, optimizer, batches, device, max_norm, init_scale):
    """loop-টিকে FP16 autocast-এ নেওয়া হয়েছে।"""
    model.train()
    for x, y in batches:
        x, y = x.to(device), y.to(device)
        optimizer.zero_grad()
        with torch.autocast("cuda", dtype=torch.float16):
            prediction = model(x)
            loss = loss_fn(prediction, y)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        optimizer.step()
    return None
