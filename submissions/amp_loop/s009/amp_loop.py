import torch


class Trainer:
    def __init__(self, model, loss_fn, optimizer, max_norm):
        self.model = model
        self.loss_fn = loss_fn
        self.optimizer = optimizer
        self.max_norm = max_norm

    def step(self, x, y, init_scale):
        # one AMP step
        self.scaler = torch.amp.GradScaler("cuda", init_scale=init_scale)
        self.optimizer.zero_grad()
        with torch.autocast("cuda", dtype=torch.float16):
            loss = self.loss_fn(self.model(x), y)
        self.scaler.scale(loss).backward()
        self.scaler.unscale_(self.optimizer)
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), self.max_norm)
        self.scaler.step(self.optimizer)
        self.scaler.update()
        return loss.item()


def train(model, loss_fn, optimizer, batches, device, max_norm, init_scale):
    trainer = Trainer(model, loss_fn, optimizer, max_norm)
    for x, y in batches:
        loss = trainer.step(x.to(device), y.to(device), init_scale)
        print("loss", loss)
    return trainer.scaler
