"""What a kernel prints, and assertions that do not hold, worded as Triton's code for a card does it."""

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..trace import Site
from .elementwise import operand_types, unsigned
from .errors import cuda_error
from .kinds import encoded, parse
from .syntax import Operation


@dataclass(frozen=True, kw_only=True)
class Print:
    """One `device_print`: a line for each element of each operand."""

    prefix: str
    hexadecimal: bool
    with_sign: tuple[bool, ...]
    elements: tuple[str, ...]  # types

    @classmethod
    def of(cls, operation: Operation) -> "Print":
        """Return what an operation prints."""
        prefix = quoted(operation.text)
        flags = operation.text.partition("isSigned = array<i32: ")[2].partition(">")[0]
        return cls(
            prefix=prefix,
            hexadecimal="hex = true" in operation.text,
            with_sign=tuple(flag.strip() == "1" for flag in flags.split(",")),
            elements=tuple(parse(text).element for text in operand_types(operation.types)) if operation.types else (),
        )

    def write(self, position: tuple[int, int, int], values: Sequence[Any]) -> None:
        """Print; with nothing to print, the prefix alone."""
        pid = f"pid ({', '.join(map(str, position))})"
        lines = [] if values else [f"{pid} idx (){self.prefix}"]
        for at, value in enumerate(values):
            array = np.asarray(value)
            operand = f"(operand {at}) " if len(values) > 1 else ""
            for index in np.ndindex(array.shape):
                place = ", ".join(f"{i:{len(str(size - 1))}}" for i, size in zip(index, array.shape, strict=True))
                lines.append(f"{pid} idx ({place}){self.prefix}{operand}{self._shown(array[index], at)}")
        sys.stdout.write("".join(f"{line}\n" for line in lines))

    def _shown(self, value: Any, at: int) -> str:
        element = self.elements[at]
        if self.hexadecimal or element.startswith("!tt.ptr"):
            bits = np.asarray(encoded(value, element))
            return f"0x{int(bits.view(f'u{bits.dtype.itemsize}')):0{2 * bits.dtype.itemsize}x}"
        if element[0] in "bf":
            return f"{float(value):f}"
        return str(int(value if self.with_sign[at] or element == "i1" else unsigned(value)))


def quoted(text: str) -> str:
    """Return the first string in the text of an operation."""
    found = re.search(r'"((?:[^"\\]|\\.)*)"', text)
    return re.sub(r"\\([0-9A-F]{2})", lambda code: chr(int(code[1], 16)), found[1]) if found else ""


def check(holds: Any, message: str, position: tuple[int, int, int], site: Site) -> None:
    """Let the card stop when not all of a condition holds. Raises RuntimeError."""
    missed = np.flatnonzero(~np.atleast_1d(holds).reshape(-1))
    if len(missed):
        sys.stderr.write(
            f"{site.file}:{site.line}: {site.function}: block: [{','.join(map(str, position))}], "
            f"thread: [{missed[0]},0,0] Assertion `{message}` failed.\n"
        )
        raise cuda_error("device-side assert triggered")
