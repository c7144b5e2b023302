import torch


class Scaler:
    """A loss scaler without torch's own."""

    def __init__(self, scale):
        self.scale = scale

    def get_scale(self):
        return self.scale


def train(model, loss_fn, optimizer, batches, device, max_norm, init_scale):
    scaler = Scaler(init_scale)
    params = list(model.parameters())
    for x, y in batches:
        model.zero_grad()
        with torch.autocast("cuda", torch.float16):
            loss = loss_fn(model(x.to(device)), y.to(device))
        (loss * scaler.scale).backward()
        grads = [p.grad for p in params]
        if not all(torch.isfinite(g).all() for g in grads):
            scaler.scale /= 2
            continue
        for g in grads:
            g.div_(scaler.scale)
        norm = torch.sqrt(sum((g**2).sum() for g in grads))
        for g in grads:
            g.mul_(min(1.0, max_norm / norm.item()))
        optimizer.step()
    return scaler
