"""Fills a tensor that is too large.

Expect: run.memory
Assignment: small
"""
import torch


def add(a, b, c):
    total = torch.ones(1_000_000_000).sum()
    c[:] = a + b + (total - 1e9)
