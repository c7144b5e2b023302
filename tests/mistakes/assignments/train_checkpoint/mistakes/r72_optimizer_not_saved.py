from pathlib import Path

import torch


def train(model, loss_fn, optimizer, scaler, batches, device, path):
    if Path(path).exists():
        state = torch.load(path)
        model.load_state_dict(state["model"])
        scaler.load_state_dict(state["scaler"])
    for x, y in batches:
        optimizer.zero_grad()
        loss = loss_fn(model(x.to(device)), y.to(device))
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
    torch.save({"model": model.state_dict(), "scaler": scaler.state_dict()}, path)
