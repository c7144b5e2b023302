import torch
from torch.utils.data import DataLoader, DistributedSampler, Subset, TensorDataset


def make_loader(dataset, rank, world, epoch, batch_size):
    order = torch.randperm(len(dataset), generator=torch.Generator().manual_seed(epoch))
    return DataLoader(Subset(dataset, order[rank::world].tolist()), batch_size=batch_size)
