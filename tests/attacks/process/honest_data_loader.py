"""Loads its batches with worker processes, as courses teach.

Expect: pass
"""
import torch
from torch.utils.data import DataLoader, TensorDataset


def add(a, b, c):
    pairs = TensorDataset(torch.from_numpy(a), torch.from_numpy(b))
    loader = DataLoader(pairs, batch_size=256, num_workers=2, persistent_workers=True, prefetch_factor=2)
    c[:] = torch.cat([x + y for x, y in loader]).numpy()
