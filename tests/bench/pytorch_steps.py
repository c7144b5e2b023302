"""Measures what the virtual GPU costs in PyTorch: steps of training on its card, beside the same on the host.

Both are measured in turn, in a process with one thread, as a box has it.
"""

import functools
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import grader
from grader.ports import Lease
from grader.sandboxes._harness import copy_harness

ROUNDS = 7
SECONDS = 0.3  # that each figure is measured for, at least
SOURCE = Path(__file__)
SIZES = {"tiny MLP, 64×(32, 64, 10)": (64, 32, 64, 10), "middle MLP, 128×(784, 512, 10)": (128, 784, 512, 10)}

Step = Callable[[], None]


def main() -> None:
    """Print the table, or, when told to, measure."""
    if len(sys.argv) > 1:
        sys.stdout.write(json.dumps(list(measured())))
        return
    with tempfile.TemporaryDirectory() as folder:
        copy_harness(Path(folder), Lease(environment={"GRADER_DEVICE": "virtual"}))
        path = os.pathsep.join([folder, str(Path(grader.__file__).parents[1])])
        environment = {**os.environ, "PYTHONPATH": path, "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
        command = [sys.executable, "-W", "ignore", str(SOURCE), "measure"]
        done = subprocess.run(command, env=environment, cwd=folder, check=True, capture_output=True, text=True)
    sys.stdout.write("| step | on the host | on the virtual GPU | times the host |\n|---|---|---|---|\n")
    for name, host, card, ratio in json.loads(done.stdout):
        sys.stdout.write(f"| {name} | {host * 1e3:.2f} ms | {card * 1e3:.2f} ms | {ratio:.2f} |\n")


def measured() -> Iterator[tuple[str, float, float, float]]:
    """Yield for each kind of step its name, seconds on the host and on the card, and the median of their ratios."""
    import torch

    harness: Any = __import__("harness.virtual.pytorch.install", fromlist=["install"])
    harness.install()
    for name, made in kinds():
        host, card = made(torch.device("cpu")), made(torch.device("cuda"))
        rounds = [(timed(host), timed(card)) for _ in range(ROUNDS)]
        on_host, on_card = (statistics.median(each) for each in zip(*rounds, strict=True))
        yield name, on_host, on_card, statistics.median(card / host for host, card in rounds)


def kinds() -> Iterator[tuple[str, Callable[[Any], Step]]]:
    """Yield names of steps, and what makes such a step for a device."""
    for size, (batch, *widths) in SIZES.items():
        for optimizer in ("SGD", "Adam"):
            yield f"{size}, {optimizer}", functools.partial(steps_on, batch, widths, optimizer)


def steps_on(batch: int, widths: list[int], optimizer: str, device: Any) -> Step:
    """Return what does some steps of training, the loss of each read once, at the end."""
    import torch
    from torch import nn

    torch.manual_seed(0)
    inputs, hidden, outputs = widths
    model = nn.Sequential(nn.Linear(inputs, hidden), nn.ReLU(), nn.Linear(hidden, outputs)).to(device)
    rule = getattr(torch.optim, optimizer)(model.parameters(), lr=1e-3)
    x, y = torch.randn(batch, inputs, device=device), torch.randint(outputs, (batch,), device=device)

    def steps() -> None:
        loss: Any = None
        for _ in range(10):
            rule.zero_grad()
            loss = nn.functional.cross_entropy(model(x), y)
            loss.backward()
            rule.step()
        loss.item()

    steps()
    return steps


def timed(steps: Step) -> float:
    """Return the seconds of one step."""
    start, count = time.perf_counter(), 0
    while time.perf_counter() - start < SECONDS:
        steps()
        count += 10
    return (time.perf_counter() - start) / count


if __name__ == "__main__":
    main()
