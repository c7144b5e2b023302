# ruff: noqa: SLF001 - what is private to torch is the boundary that is emulated
"""What `torch.nn.DataParallel` uses to spread tensors over cards, in a build of torch that has no part for cards."""

from collections.abc import Sequence
from typing import Any

import torch


def install() -> None:
    """Put the functions where torch looks for them."""
    c: Any = torch._C
    c._broadcast, c._broadcast_coalesced, c._scatter, c._gather = broadcast, broadcast_coalesced, scatter, gather


def broadcast(tensor: torch.Tensor, devices: Sequence[int]) -> list[torch.Tensor]:
    """Return a tensor on each of the devices."""
    return [tensor.to(torch.device("cuda", device)) for device in devices]


def broadcast_coalesced(
    tensors: Sequence[torch.Tensor], devices: Sequence[int], _size: int
) -> list[list[torch.Tensor]]:
    """Return for each device all of the tensors."""
    return [[tensor.to(torch.device("cuda", device)) for tensor in tensors] for device in devices]


def scatter(
    tensor: torch.Tensor, devices: Sequence[int], sizes: Sequence[int] | None, dim: int, _streams: Any
) -> list[torch.Tensor]:
    """Return a piece of the tensor on each of the devices, `sizes` long, or about equally long."""
    pieces = tensor.chunk(len(devices), dim) if sizes is None else torch.split(tensor, list(sizes), dim)
    return [piece.to(torch.device("cuda", device)) for piece, device in zip(pieces, devices, strict=False)]


def gather(tensors: Sequence[torch.Tensor], dim: int, destination: int | None) -> torch.Tensor:
    """Return the pieces as one tensor on a device; on the host for -1."""
    index = torch.cuda.current_device() if destination is None else destination
    device = torch.device("cpu") if index == -1 else torch.device("cuda", index)
    return torch.cat([tensor.to(device) for tensor in tensors], dim)
