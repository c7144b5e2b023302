"""How the grader calls `make_loader`: for every rank and epoch, on one process."""

import torch
from torch.utils.data import TensorDataset


def run(make_loader, *, samples, world, epochs, batch_size):
    """Return the indices of the samples of each epoch and rank, in their order."""
    dataset = TensorDataset(torch.arange(samples))
    indices = [
        [
            [int(index) for (batch,) in make_loader(dataset, rank, world, epoch, batch_size) for index in batch]
            for rank in range(world)
        ]
        for epoch in range(epochs)
    ]
    return {"indices": indices}
