"""Calls that cost time in a training loop, or that belong in front of it; counted once for each line and step."""

import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from types import FrameType
from typing import Any

import torch
from torch._dynamo.utils import counters

from ..submission import NAME

TORCH = str(Path(torch.__file__).parent)
# Parts of torch that wait for the card on their own account, whoever has called them.
WAITING = tuple(f"{TORCH}/{part}/" for part in ("amp", "optim", "nn/utils"))
ADAPTER = "grader_adapter.py"  # the author's, which calls the student's function
# Operations of which Python needs the result, or its shape, at once.
WAITS = frozenset({"_local_scalar_dense", "nonzero", "masked_select", "_unique2", "unique_dim", "equal"})
ON_CARD = ("synchronising", "unpinned", "blocking")  # on the host, nothing of this kind can be seen
ANYWHERE = ("empty_cache", "gradient_in_eval", "scalers")
LONGEST = 200  # characters of the reason of a graph break

Place = tuple[str, int, int | None]  # file, line and cell in the student's own numbering


class Calls:
    """Notes what is done, and where; what torch does of its own accord does not count."""

    def __init__(self) -> None:
        on_card = torch.cuda.is_available() and torch.empty(0, device="cuda").is_cuda
        self._seen: dict[str, set[tuple[Place, int]]] = {name: set() for name in ANYWHERE}
        self._seen |= {name: set() for name in ON_CARD if on_card}
        self._steps = 0
        self._optimizers: list[torch.optim.Optimizer] = []  # kept, so that none gets the identity of another
        self._shapes: set[tuple[int, ...]] = set()  # that cuDNN had to find the fastest convolution for
        counters.clear()

    def note(self, name: str) -> None:
        """Note something that a line of the student's does."""
        place = _place() if name in self._seen else None
        if place:
            self._seen[name].add((place, self._steps))

    def printed(self, tensor: torch.Tensor) -> None:
        """Note that a tensor is made into a text."""
        if tensor.is_cuda:
            self.note("synchronising")

    def step(self, optimizer: torch.optim.Optimizer) -> None:
        """Note a step of an optimizer."""
        self._steps += 1
        if not any(optimizer is known for known in self._optimizers):
            self._optimizers.append(optimizer)

    def operation(self, name: str, args: tuple[Any, ...], named: Mapping[str, Any]) -> None:
        """Note an operation: one that waits for the card, a copy to it, or a convolution that cuDNN tries out."""
        tensor = args[0] if args and isinstance(args[0], torch.Tensor) else None
        if tensor is None:
            return
        if name in WAITS and tensor.is_cuda:
            self.note("synchronising")
        elif name == "_to_copy" and "device" in named:
            self._copy(tensor, torch.device(named["device"]), later=bool(named.get("non_blocking")))
        elif name == "copy_":
            self._copy(args[1], tensor.device, later=any(args[2:]) or bool(named.get("non_blocking")))
        elif name == "convolution" and torch.backends.cudnn.benchmark:
            self._shapes.add(tuple(tensor.shape))

    def _copy(self, tensor: torch.Tensor, device: torch.device, *, later: bool) -> None:
        if tensor.is_cuda and device.type == "cpu" and not later:
            self.note("synchronising")
        elif not tensor.is_cuda and device.type == "cuda" and tensor.is_pinned() != later:
            self.note("unpinned" if later else "blocking")

    def told(self) -> dict[str, Any]:
        """Return name -> `count` and `where`, the line that did it most often; empty where there is none."""
        # A branch on the value of a tensor breaks a graph as well, and is kept apart.
        breaks = counters["graph_break"] + counters["unimplemented"]
        reason = next(iter(breaks), "").partition("\n")[0][:LONGEST]
        others = {
            "optimizers": _told(len(self._optimizers)),
            "benchmarked_shapes": _told(len(self._shapes)),
            "graph_breaks": _told(breaks.total(), reason),
            "compilations": _told(counters["stats"]["unique_graphs"]),
        }
        return others | {name: _told(len(seen), _most(seen)) for name, seen in self._seen.items()}


def _told(count: int, where: str = "") -> dict[str, Any]:
    return {"count": count, "where": where}


def _most(seen: set[tuple[Place, int]]) -> str:
    if not seen:
        return ""
    (file, line, cell), _ = Counter(place for place, _ in seen).most_common(1)[0]
    return f"{file}:{line}" if cell is None else f"cell {cell}, line {line}"


def _place() -> Place | None:
    """Return the line of the student's that is at work; None where the author's is, or torch waits by itself."""
    places: Mapping[str, tuple[str, int | None]] = getattr(sys.modules.get(NAME), "__places__", None) or {}
    frame: FrameType | None = sys._getframe(1)  # noqa: SLF001 - the public way makes a text of the whole stack
    while frame is not None:
        name = frame.f_code.co_filename
        if name in places:
            file, cell = places[name]
            return file, frame.f_lineno, cell
        if name.startswith(WAITING) or name.endswith(ADAPTER):
            return None
        frame = frame.f_back
    return None
