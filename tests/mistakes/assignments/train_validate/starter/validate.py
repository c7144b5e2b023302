import torch


def fit(model, loss_fn, optimizer, batches, validation, epochs, device):
    """প্রতি epoch-এ training, তারপর validation। / Training, then validation, in each epoch."""
    return []
