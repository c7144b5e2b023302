import torch


def row_sums(x):
    return x.mean(dim=1)
