"""Gives torch real CUDA devices where no card is: `torch.device("cuda")`, with the memory and the work of the host."""

import atexit
import functools
import importlib
from pathlib import Path
from typing import Any

import torch

from .. import card
from ..memory import card_memory
from . import compiling, copies, without_compiler
from .bindings import bind, ops
from .catalogue import operations
from .streams import rebuild

LIBRARY = Path(__file__).with_name("device.so")  # put there by the judge, who compiles it
# Where the host composes what a card has kernels for: done in one piece, as there.
_IN_ONE_PIECE = ("aten::_foreach_", "aten::_fused_", "aten::_amp_")
_COMPOSED = (
    "aten::convolution", "aten::convolution_backward", "aten::native_batch_norm", "aten::native_batch_norm_backward",
    "aten::native_layer_norm", "aten::native_layer_norm_backward", "aten::native_group_norm",
    "aten::native_group_norm_backward",
)  # fmt: skip
# Parts of torch that are written for cards in terms of other operations.
_WITHOUT_KERNELS = (
    "virtual_gpu::", "_c10d", "fsdp::", "symm_mem::", "_native::", "_inductor_test::", "streams::",
)  # fmt: skip


@functools.cache
def install() -> None:
    """Change torch for the whole process; before a fork, too: no thread is started.

    Where the judge has not put the library, `cuda` means the CPU: see `without_compiler`.

    Raises:
        OSError: the library is for another torch.
    """
    if not LIBRARY.exists():
        without_compiler.install()
        return
    loader: Any = torch.ops
    load = loader.load_library
    load(LIBRARY)
    _place()
    ops.describe_operations(*map(list, operations()))
    ops.install(_names())
    bind()
    rebuild()
    compiling.install()
    copies.install()
    if torch.distributed.is_available():
        importlib.import_module(".collectives", __package__).install()
    atexit.register(ops.settle)  # the queue runs empty before libraries are taken apart

    def load_library(path: Any) -> None:
        load(path)
        ops.install(_names())  # torchvision, for one, has kernels for real cards

    loader.load_library = load_library


def _place() -> None:
    memory = card_memory()
    size = 2 * card.DEVICES * card.MEMORY  # as much again as there is, for gaps
    base = memory.reserve(size)
    flags = memory.mapped.ctypes.data + (base - memory.base) // card.PAGE
    ops.place(memory.base, base, size, flags, card.PAGE, card.MEMORY)


def _names() -> list[str]:
    """Return all operations that are to be done by the kernels of the host."""
    listed: Any = torch._C._dispatch_get_registrations_for_dispatch_key  # noqa: SLF001 - there is no public list
    names = {name for name in listed("CPU") if name.startswith("aten::")}
    names |= {name for name in listed("CUDA") if not name.startswith(_WITHOUT_KERNELS)}
    names |= {name for name in listed("CompositeExplicitAutograd") if name.startswith(_IN_ONE_PIECE)}
    return sorted(names.union(_COMPOSED))
