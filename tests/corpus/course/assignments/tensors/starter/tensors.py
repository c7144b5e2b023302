import torch


def product(a, b):
    pass


def ones(a):
    pass
