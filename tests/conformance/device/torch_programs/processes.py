"""Processes of one's own: interpreters that are started, spawned or forked before the card is used, have the card too."""

import os
import subprocess
import sys
from pathlib import Path

import torch

WORKER = """
import torch

def double(rank, folder):
    x = torch.full((3,), rank + 1.0, device="cuda") * 2
    torch.save(x, f"{folder}/{rank}.pt")
"""
KERNEL = """
import numpy as np
import of_mine
from numba import cuda

@cuda.jit
def increment(a):
    a[cuda.grid(1)] += 1

a = cuda.to_device(np.zeros(32))
increment[1, 32](a)
print(of_mine.value, int(a.copy_to_host().sum()))
"""


def run(source, **environment):
    command = [sys.executable, "-W", "ignore", "-c", source]
    done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def started():
    Path("mine").mkdir(exist_ok=True)
    Path("mine/of_mine.py").write_text("value = 5\n")
    path = os.pathsep.join([str(Path.cwd() / "mine"), os.environ.get("PYTHONPATH", "")])
    assert run(KERNEL, PYTHONPATH=path) == ["5", "32"]


def spawned():
    Path("doubling.py").write_text(WORKER)
    from doubling import double

    torch.multiprocessing.spawn(double, args=(str(Path.cwd()),), nprocs=1)
    assert torch.load("0.pt").tolist() == [2.0] * 3


def main():
    started()
    spawned()
