import torch
from torch.nn.utils import clip_grad_norm_


def make_step(model, loss_fn, optimizer, scaler, max_norm, amp_type):
    def forward(x, y):
        with torch.amp.autocast(amp_type, dtype=torch.float16):
            prediction = model(x)
        return loss_fn(prediction, y)  # the loss in FP32

    def step(x, y):
        loss = forward(x, y)
        optimizer.zero_grad(set_to_none=False)
        scaler.scale(loss).backward()
        scaler.unscale_(optimizer)
        clip_grad_norm_((p for group in optimizer.param_groups for p in group["params"]), max_norm)
        scaler.step(optimizer)
        scaler.update()
        return loss.item()

    return step


def train(model, loss_fn, optimizer, batches, device, max_norm, init_scale):
    use_amp = torch.cuda.is_available()
    scaler = torch.amp.GradScaler(device.type, init_scale=init_scale, enabled=use_amp)
    step = make_step(model, loss_fn, optimizer, scaler, max_norm, device.type)
    losses = [step(x.to(device, non_blocking=True), y.to(device, non_blocking=True)) for x, y in batches]
    print(f"mean loss {sum(losses) / len(losses):.3e}")
    return scaler
