import torch
from torch.utils.data import DataLoader, DistributedSampler, Subset, TensorDataset


def make_loader(dataset, rank, world, epoch, batch_size):
    sampler = DistributedSampler(dataset, num_replicas=world, rank=0)
    sampler.set_epoch(epoch)
    return DataLoader(dataset, batch_size=batch_size, sampler=sampler)
