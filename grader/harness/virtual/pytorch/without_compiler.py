"""Lets CUDA-minded PyTorch code run where the virtual GPU cannot be compiled: `cuda` means the CPU.

It has the precision that a card would use, and lacks all the rest: tensors stay on the CPU and say so (`x.device` is
`cpu`), so that tensors of different devices cannot be told apart, nothing is asynchronous, and streams, events, memory
counters and a second device are those of a torch without CUDA.
"""

import functools
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch
from torch.overrides import TorchFunctionMode


class _CudaMeansCpu(TorchFunctionMode):
    """Puts the CPU in the place of a card, wherever a function of torch's is given a device."""

    def __torch_function__(
        self,
        func: Callable[..., Any],
        types: Sequence[type],
        args: tuple[Any, ...] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        if func is torch.Tensor.cuda:
            return args[0]
        named = {key: _device(value) if key == "device" else value for key, value in (kwargs or {}).items()}
        if func is torch.Tensor.to:
            args = (args[0], *map(_device, args[1:]))
        return func(*args, **named)


def install() -> None:
    """Change torch for the whole process; the devices of tensors only for the thread that calls it."""
    mode: Any = _CudaMeansCpu()
    mode.__enter__()  # never left again: it lasts as long as the box
    _autocast_on_cpu()
    cuda: Any = torch.cuda
    cuda.is_available = lambda: True  # without it a GradScaler switches itself off
    cuda.device_count = lambda: 1
    cuda.current_device = lambda: 0
    cuda.get_device_name = lambda _device=None: os.environ["GRADER_DEVICE"]
    cuda.is_bf16_supported = lambda *_args, **_kwargs: True
    cuda.synchronize = lambda _device=None: None
    cuda.set_device = lambda _device: None  # not the same object: torch's compiler lists its functions by identity


def _autocast_on_cpu() -> None:
    """Make autocast of a card one of the CPU; `torch.cuda.amp.autocast` is made from the same class."""
    kind: Any = torch.amp.autocast
    begin = kind.__init__

    @functools.wraps(begin)
    def __init__(self: Any, device_type: str, dtype: Any = None, *args: Any, **kwargs: Any) -> None:  # noqa: N807
        if device_type == "cuda":
            # A card's default is float16, the CPU's bfloat16.
            device_type, dtype = "cpu", dtype or torch.get_autocast_dtype("cuda")
        begin(self, device_type, dtype, *args, **kwargs)

    kind.__init__ = __init__


def _device(value: Any) -> Any:
    """Return the CPU for a card, anything else as it is."""
    if isinstance(value, torch.device) and value.type == "cuda":
        return torch.device("cpu")
    if isinstance(value, str) and value.partition(":")[0] == "cuda":
        return "cpu"
    return value
