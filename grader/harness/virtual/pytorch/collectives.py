"""`nccl` without NCCL: its process groups work by gloo, on the memory of the virtual cards.

Each rank is a process with virtual cards of its own. A collective begins when the card's queue is empty, and goes on
while the process does.
"""

import ctypes
import datetime as dt
from typing import Any

import torch
import torch.distributed as dist
from torch.distributed import distributed_c10d as c10d

from .bindings import not_emulated

TIMEOUT = dt.timedelta(minutes=10)  # NCCL's own


class Options:
    """What `ProcessGroupNCCL.Options` has; none of it matters here."""

    def __init__(self, is_high_priority_stream: bool = False) -> None:
        self.is_high_priority_stream = is_high_priority_stream
        self._timeout = TIMEOUT


def install() -> None:
    """Put a backend in the place of NCCL's."""
    module: Any = c10d
    public: Any = dist
    gloo = module.ProcessGroupGloo
    module.ProcessGroupGloo = public.ProcessGroupGloo = _kept(gloo, "ProcessGroupGloo")
    module.ProcessGroupNCCL = public.ProcessGroupNCCL = nccl = _kept(gloo, "ProcessGroupNCCL")
    nccl.Options = Options
    module._NCCL_AVAILABLE = True  # noqa: SLF001 - what `is_nccl_available` looks at
    module.default_pg_nccl_timeout = TIMEOUT
    direct: Any = torch.cuda.nccl
    direct.version = lambda: (2, 27, 5)
    direct.is_available = lambda _tensors: False  # `DataParallel` adds up by itself then, in every build of torch
    for name in ("all_reduce", "reduce", "broadcast", "all_gather", "reduce_scatter"):
        setattr(direct, name, not_emulated(f"torch.cuda.nccl.{name}"))


def _kept(gloo: Any, name: str) -> Any:
    """Return a class of backends that are never destroyed: gloo's threads, ended with the process, may abort it."""

    def __init__(self: Any, store: Any, rank: int, size: int, options: Any = None, **named: Any) -> None:  # noqa: N807
        timeout = getattr(options, "_timeout", named.get("timeout", TIMEOUT))
        gloo.__init__(self, store, rank, size, timeout=timeout)
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(self))

    return type(name, (gloo,), {"__init__": __init__, "__module__": gloo.__module__})
