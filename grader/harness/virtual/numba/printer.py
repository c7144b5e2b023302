"""What kernels print: kept during a launch as formats and values, written out when the host waits."""

import contextlib
import ctypes
import os
import re
import struct
import sys

import numpy as np

from .state import LINES, Slot, State

_FIELD = re.compile(r"%(?:lld|llu|f|s|%)")


class Printer:
    """Turns what a launch has left into text, on the standard output of the process as on a card."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._lines: list[str] = []

    def collect(self) -> None:
        """Take what the last launch has printed; of more than LINES lines the oldest are lost, as on a card."""
        count = int(self._state.slots[Slot.PRINTED])
        self._state.slots[Slot.PRINTED] = 0
        for at in range(max(0, count - LINES), count):
            self._lines.append(_text(self._state.prints[at % LINES].tobytes()))

    def flush(self) -> None:
        """Write it out."""
        if not self._lines:
            return
        lines, self._lines = self._lines, []
        # What Python has printed before comes before.
        with contextlib.suppress(Exception):
            sys.stdout.flush()
        data = "".join(lines).encode()
        while data:
            data = data[os.write(1, data) :]


def _text(line: bytes) -> str:
    """Return a line: the address of its format, then 8 bytes for each value."""
    (address,) = struct.unpack_from("<Q", line)
    values = iter(range(8, len(line), 8))

    def shown(found: re.Match[str]) -> str:
        if found[0] == "%%":
            return "%"
        at = next(values)
        if found[0] == "%s":
            return ctypes.string_at(struct.unpack_from("<Q", line, at)[0]).decode(errors="replace")
        kind = {"%lld": "<q", "%llu": "<Q", "%f": "<d"}[found[0]]
        (value,) = struct.unpack_from(kind, line, at)
        if found[0] != "%f":
            return str(value)
        return f"{value:f}" if np.isfinite(value) else str(value)

    return _FIELD.sub(shown, ctypes.string_at(address).decode(errors="replace"))
