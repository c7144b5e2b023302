import torch


def train(model, loss_fn, optimizer, batches, device, every):
    """প্রতি `every`টি batch-এ এক ধাপ। / One step for every `every` batches."""
