"""What a box prints: head and tail are kept, progress bars reduced to their last state, control characters left out."""

import re

KEPT = 64_000  # bytes of the output that are kept
_LONGEST_LINE = 16_000  # bytes that may wait for the end of their line
_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-_])")
# Control characters but tab and newline, and the marks that change the direction of what follows them.
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


class Printed:
    """Takes what comes in pieces, and returns what a reader would want of it.

    Attributes:
        total: bytes that have been printed.
    """

    def __init__(self, kept: int = KEPT) -> None:
        self.total = 0
        self._half = kept // 2
        self._head = self._tail = self._line = b""
        self._lost = 0

    def feed(self, data: bytes) -> None:
        """Add what was printed."""
        self.total += len(data)
        *lines, last = (self._line + data).split(b"\n")
        self._line = _overwritten(last)
        if len(self._line) > _LONGEST_LINE:
            lines.append(self._line)
            self._line = b""
        self._keep(b"".join(_overwritten(line) + b"\n" for line in lines))

    def text(self) -> str:
        """Return it all, with a line that says how much is left out."""
        middle = f"\n… {self._lost} lines left out\n".encode() if self._lost else b""
        text = (self._head + middle + self._tail + self._line).decode(errors="replace")
        return _CONTROLS.sub("", _ESCAPES.sub("", text))

    def _keep(self, data: bytes) -> None:
        room = self._half - len(self._head)
        self._head += data[:room]
        self._tail += data[room:]
        if len(self._tail) > self._half:
            self._lost += self._tail[: -self._half].count(b"\n")
            self._tail = self._tail[-self._half :]


def _overwritten(line: bytes) -> bytes:
    """Return what is left of a line once its carriage returns have brought each part over the one before."""
    return line[line.rstrip(b"\r").rfind(b"\r") + 1 :]
