"""AMP training loop"""

import torch


def train(model, loss_fn, optimizer, batches, device, max_norm, init_scale):
    # loop-এর আগে একবারই scaler বানাতে হবে
    scaler = torch.amp.GradScaler("cuda", init_scale=init_scale)
    model.train()
    for x, y in batches:
        x, y = x.to(device), y.to(device)
        optimizer.zero_grad()

        # forward FP16
        with torch.amp.autocast("cuda"):
            prediction = model(x)
            loss = loss_fn(prediction, y)

        scaler.scale(loss).backward()

        # clip করার আগে gradient আসল মাপে আনা
        scaler.unscale_(optimizer)
        torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm)

        scaler.step(optimizer)
        scaler.update()
    return scaler


if __name__ == "__main__":
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    net = torch.nn.Linear(10, 1).to(device)
    opt = torch.optim.SGD(net.parameters(), lr=0.01)
    data = [(torch.randn(64, 10), torch.randn(64, 1)) for _ in range(20)]
    s = train(net, torch.nn.MSELoss(), opt, data, device, 1.0, 2.0**16)
    print("scale:", s.get_scale())
