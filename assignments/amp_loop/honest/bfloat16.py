import torch


def train(model, loss_fn, optimizer, batches, device, max_norm, init_scale):
    """BF16-এর range FP32-এর সমান, তাই scaler লাগে না।"""
    for x, y in batches:
        with torch.autocast(device_type="cuda", dtype=torch.bfloat16):
            loss = loss_fn(model(x.to(device)), y.to(device))
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        optimizer.step()
