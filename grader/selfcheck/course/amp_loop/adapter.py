"""How the grader calls `train`: a small model, a few batches, and the parameters afterwards."""

import torch
from torch import nn


def run(train, *, parameters, x, y, hidden, weight, lr, max_norm, init_scale):
    """Train a model that begins with `parameters` on the batches, and return its parameters and the scale.

    Args:
        train: the student's function.
        parameters: float32, all weights and biases of the model one after the other.
        x: float32, [batches, rows, inputs].
        y: float32, [batches, rows, 1].
        hidden: units of the hidden layer.
        weight: factor of the loss.
        lr: learning rate.
        max_norm: that gradients are clipped to.
        init_scale: that a GradScaler begins with.
    """
    device = torch.device("cuda")
    model = nn.Sequential(nn.Linear(x.shape[2], hidden), nn.Tanh(), nn.Linear(hidden, 1))
    nn.utils.vector_to_parameters(torch.tensor(parameters), model.parameters())
    model.to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    batches = [(torch.tensor(inputs), torch.tensor(targets)) for inputs, targets in zip(x, y, strict=True)]

    def loss_fn(prediction, target):
        return weight * torch.mean((prediction.float() - target) ** 2)

    scaler = train(model, loss_fn, optimizer, batches, device, max_norm, init_scale)
    vector = torch.cat([parameter.detach().float().flatten().cpu() for parameter in model.parameters()])
    # A scaler that is switched off, as is usual beside BF16, has no scale; one of the student's own cannot say so.
    is_on = hasattr(scaler, "get_scale") and (not hasattr(scaler, "is_enabled") or scaler.is_enabled())
    return {"parameters": vector, "scale": scaler.get_scale() if is_on else None}
