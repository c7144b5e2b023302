import torch

# BF16 has the range of FP32, so I do not need a GradScaler (lesson 38, section 6)
AMP_DTYPE = torch.bfloat16


def forward(model, loss_fn, x, y):
    with torch.autocast(device_type="cuda", dtype=AMP_DTYPE):
        out = model(x)
    return loss_fn(out.float(), y)


def train(model, loss_fn, optimizer, batches, device, max_norm, init_scale):
    model.train()
    history = []
    for i, (x, y) in enumerate(batches):
        optimizer.zero_grad(set_to_none=True)
        loss = forward(model, loss_fn, x.to(device), y.to(device))
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        optimizer.step()
        history.append(loss.item())
    return None
