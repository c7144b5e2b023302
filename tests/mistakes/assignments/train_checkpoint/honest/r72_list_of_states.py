from pathlib import Path

import torch


def train(model, loss_fn, optimizer, scaler, batches, device, path):
    parts = [model, optimizer, scaler]
    file = Path(path)
    if file.exists():
        with file.open("rb") as opened:
            for part, state in zip(parts, torch.load(opened, map_location=device)):
                part.load_state_dict(state)
    for x, y in batches:
        scaler.scale(loss_fn(model(x.to(device)), y.to(device))).backward()
        scaler.step(optimizer)
        scaler.update()
        optimizer.zero_grad()
    torch.save([part.state_dict() for part in parts], path)
