import torch


def train(model, loss_fn, optimizer, scheduler, batches, epochs, device):
    """প্রতি epoch-এর শেষে scheduler-এর ধাপ। / The scheduler steps at the end of each epoch."""
