"""Mixed precision training (AMP): নিচের loop-টি পুরোপুরি FP32-তে চলে। / The loop below runs in FP32 only."""

import torch


def train(model, loss_fn, optimizer, batches, device, max_norm, init_scale):
    """সব batch-এ এক ধাপ করে train করে। / Trains one step on every batch.

    GradScaler ব্যবহার করলে সেটি ফেরত দিন, না করলে None। / Returns the GradScaler, or None where there is none.
    """
    model.train()
    for x, y in batches:
        x, y = x.to(device), y.to(device)
        optimizer.zero_grad()
        prediction = model(x)
        loss = loss_fn(prediction, y)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        optimizer.step()
    return None
