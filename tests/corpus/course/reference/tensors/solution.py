import torch


def product(a, b):
    return {"result": (a.half() @ b.half()).float()}


def ones(a):
    return {"result": a + torch.ones(a.shape[0], device="cuda")}
