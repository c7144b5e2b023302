"""Arguments as the judge sends them: every array lies between two guard zones in a buffer of bytes."""

from collections.abc import Mapping
from typing import Any

import numpy as np

Buffer = np.ndarray[Any, np.dtype[np.uint8]]


def view(argument: Mapping[str, Any], buffer: Any) -> Any:
    """Return the array that lies between the guard zones of a buffer, on whichever device the buffer is.

    Args:
        argument: with `dtype`, `shape`, and `guard`, the size of one zone in bytes.
        buffer: of uint8: a numpy array or one on a numba device.
    """
    size = np.dtype(argument["dtype"]).itemsize * int(np.prod(argument["shape"], dtype=np.int64))
    inside = buffer[argument["guard"] : argument["guard"] + size]
    return inside.view(np.dtype(argument["dtype"])).reshape(tuple(argument["shape"]))


def scalar(argument: Mapping[str, Any]) -> Any:
    """Return a scalar of its own type."""
    return np.dtype(argument["dtype"]).type(argument["value"])
