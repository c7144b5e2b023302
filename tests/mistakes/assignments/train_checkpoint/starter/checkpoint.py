import torch


def train(model, loss_fn, optimizer, scaler, batches, device, path):
    """`path` থেকে আবার শুরু। / Goes on from `path`."""
