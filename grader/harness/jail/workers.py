"""DataLoaders without worker processes: for boxes in which processes cannot share memory."""

import functools
import sys
from typing import Any

# What only makes sense with workers, and its value without them.
_WITHOUT = {"num_workers": 0, "prefetch_factor": None, "persistent_workers": False, "multiprocessing_context": None}


def keep_in_process() -> None:
    """Let every DataLoader of torch load in the process that uses it: the same batches, only later."""
    data: Any = sys.modules.get("torch.utils.data")
    if data is None:
        return
    begin = data.DataLoader.__init__

    @functools.wraps(begin)
    def __init__(self: Any, *args: Any, **named: Any) -> None:  # noqa: N807
        position = 5  # of `num_workers`, the only one of them that anybody gives by its place
        args = (*args[:position], 0, *args[position + 1 :]) if len(args) > position else args
        begin(self, *args, **{key: _WITHOUT.get(key, value) for key, value in named.items()})

    data.DataLoader.__init__ = __init__
