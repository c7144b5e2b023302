from torch.utils.data import DataLoader


def make_loader(dataset, rank, world, epoch, batch_size):
    """একটি rank-এর loader। / The loader of one rank."""
    return DataLoader(dataset, batch_size=batch_size)
