"""A process that is forked after the card was used cannot use it."""

import os

import torch


def child():
    try:
        torch.ones(2, device="cuda")
    except RuntimeError as error:
        return 0 if "Cannot re-initialize CUDA in forked subprocess" in str(error) else 1
    return 2


def main():
    x = torch.ones(4, device="cuda")
    pid = os.fork()
    if pid == 0:
        os._exit(child())
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    assert (x + 1).sum().item() == 8
