"""The types of numbers that operations, parameters and optimizers have had."""

from collections import Counter, defaultdict
from typing import Any

import torch

MOST = 500  # operations that are told apart


class Precision:
    """Notes what runs in which type."""

    def __init__(self) -> None:
        self._operations: dict[str, Counter[str]] = defaultdict(Counter)
        self._parameters: Counter[str] = Counter()
        self._backward_in_autocast = self._scalers = 0

    def operation(self, name: str, result: Any) -> None:
        """Note the type of an operation's first result; those of a backward pass follow from the others."""
        first = result[0] if isinstance(result, tuple | list) and result else result
        if not isinstance(first, torch.Tensor) or not first.is_floating_point():
            return
        in_backward = torch._C._current_graph_task_id() != -1  # noqa: SLF001 - nothing public tells
        if not in_backward and (name in self._operations or len(self._operations) < MOST):
            self._operations[name][_short(first.dtype)] += 1

    def backward(self) -> None:
        """Note that a backward pass begins."""
        self._backward_in_autocast += any(map(torch.is_autocast_enabled, ("cuda", "cpu")))

    def scaler(self) -> None:
        """Note that a GradScaler is made."""
        self._scalers += 1

    def step(self, optimizer: torch.optim.Optimizer) -> None:
        """Note what an optimizer is about to change, and what it keeps for that."""
        changed = [parameter for group in optimizer.param_groups for parameter in group["params"]]
        kept = [value for state in optimizer.state.values() for value in state.values()]
        for tensor in changed + kept:
            if isinstance(tensor, torch.Tensor) and tensor.is_floating_point():
                self._parameters[_short(tensor.dtype)] += 1

    def told(self) -> dict[str, Any]:
        """Return `operations` (name -> type -> how often), `parameters` (type -> how often), and two counts."""
        return {
            "operations": {name: dict(counts) for name, counts in self._operations.items()},
            "parameters": dict(self._parameters),
            "backward_in_autocast": self._backward_in_autocast,
            "scalers": self._scalers,
        }


def _short(dtype: torch.dtype) -> str:
    return str(dtype).removeprefix("torch.")
