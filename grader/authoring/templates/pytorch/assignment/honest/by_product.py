import torch


def row_sums(x):
    return (x @ torch.ones(x.shape[1], 1, device=x.device))[:, 0]
