import torch


def train(model, loss_fn, batches, device, lr, momentum):
    """সব batch-এ এক ধাপ করে SGD। / One step of SGD on every batch."""
