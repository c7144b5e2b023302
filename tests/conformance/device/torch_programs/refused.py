"""Mistakes that are refused at the call, in torch's words, and do no harm to the card."""

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F  # noqa: N812

HOST, CARD = torch.ones(2, 2), torch.ones(2, 2, device="cuda")
SAME = "Expected all tensors to be on the same device"


def refused(kind, words, call):
    try:
        call()
    except kind as error:
        assert words in str(error), (words, str(error))
    else:
        raise AssertionError(f"{words} was not refused")


def devices():
    refused(RuntimeError, f"{SAME}, but found at least two devices, cuda:0 and cpu!", lambda: CARD + HOST)
    refused(
        RuntimeError, f"{SAME}, but got mat2 is on cpu, different from other tensors on cuda:0", lambda: CARD @ HOST
    )
    refused(RuntimeError, SAME, lambda: torch.cat([CARD, HOST]))
    refused(RuntimeError, SAME, lambda: nn.Linear(2, 2).cuda()(HOST))
    refused(RuntimeError, SAME, lambda: nn.Linear(2, 2)(CARD))
    refused(RuntimeError, SAME, lambda: F.cross_entropy(CARD, torch.zeros(2, dtype=torch.long)))
    refused(RuntimeError, SAME, lambda: nn.Embedding(4, 4).cuda()(torch.zeros(2, dtype=torch.long)))
    refused(RuntimeError, "indices should be", lambda: HOST[torch.tensor([1], device="cuda")])
    refused(
        RuntimeError, "Input type (torch.FloatTensor) and weight type (torch.cuda.FloatTensor)",
        lambda: nn.Conv2d(1, 1, 1).cuda()(torch.ones(1, 1, 2, 2)),
    )  # fmt: skip
    refused(RuntimeError, "invalid device ordinal", lambda: torch.ones(2, device="cuda:99"))
    refused(
        RuntimeError, "Expected a 'cuda' device type", lambda: torch.rand(2, device="cuda", generator=torch.Generator())
    )


def allowed():
    assert (CARD + torch.tensor(2.0)).is_cuda, "a number of the host goes with everything"
    assert CARD[torch.tensor([1, 0])].is_cuda, "indices of the host do"


def numpy_arrays():
    words = (
        "can't convert cuda:0 device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first."
    )
    refused(TypeError, words, CARD.numpy)
    refused(TypeError, words, lambda: np.asarray(CARD))
    refused(TypeError, words, lambda: np.sum([CARD]))


def types():
    refused(RuntimeError, "to have the same dtype", lambda: CARD @ CARD.half())
    refused(
        RuntimeError,
        "mat1 and mat2 must have the same dtype, but got Half and Float",
        lambda: nn.Linear(2, 2).cuda()(CARD.half()),
    )
    refused(RuntimeError, "\"addmm_cuda\" not implemented for 'Long'", lambda: CARD.long() @ CARD.long())
    refused(RuntimeError, "should be the same", lambda: nn.Conv2d(1, 1, 1).cuda()(CARD[None, None].half()))
    refused(RuntimeError, "Long", lambda: F.cross_entropy(CARD, torch.zeros(2, device="cuda")))
    with torch.autocast("cuda"):
        refused(RuntimeError, "unsafe to autocast", lambda: F.binary_cross_entropy(CARD / 2, CARD))


def shapes():
    refused(
        RuntimeError,
        "mat1 and mat2 shapes cannot be multiplied (2x2 and 3x2)",
        lambda: CARD @ torch.ones(3, 2, device="cuda"),
    )
    refused(RuntimeError, "must match the size of tensor b (3)", lambda: CARD + torch.ones(3, device="cuda"))
    refused(IndexError, "out of bounds", lambda: CARD[5])
    refused(
        RuntimeError,
        "a leaf Variable that requires grad",
        lambda: torch.ones(2, device="cuda", requires_grad=True).add_(1),
    )


def main():
    devices()
    allowed()
    numpy_arrays()
    types()
    shapes()
    assert (CARD + CARD).sum().item() == 8, "the card goes on"
