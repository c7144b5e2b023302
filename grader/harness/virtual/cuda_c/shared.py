"""How much shared memory the kernels of a compiled source have: the part of it that no launch decides."""

import re
import subprocess
from collections import Counter
from pathlib import Path

from .. import card
from .diagnostics import Diagnostic, RefusedError
from .functions import functions_of

# One of the symbols that each thread of the host has of its own: number, address, size, kind, ..., name.
_SYMBOL = re.compile(r"^ *\d+: [0-9a-f]+ +(?P<size>\w+) TLS .* (?P<name>\S+)$", re.MULTILINE)
_LOCAL = re.compile(r"_ZZ(?P<function>\w+)E\d+\w+")  # variable of a function


def check_shared(compiled: Path, source: str, file: str) -> None:
    """Raise RefusedError, in the words of NVIDIA's assembler, if a function has more shared memory than a block can.

    Args:
        compiled: object file.
        source: that it was made of.
        file: name of the source.
    """
    told = subprocess.run(
        ["readelf", "-sW", str(compiled)],  # noqa: S607 - it comes with g++
        capture_output=True, encoding="utf-8", check=False,
    ).stdout  # fmt: skip
    sizes: Counter[str] = Counter()
    for symbol in _SYMBOL.finditer(told):
        if local := _LOCAL.fullmatch(symbol["name"]):
            sizes[f"_Z{local['function']}"] += int(symbol["size"], 0)
    for function, size in sizes.items():
        if size > card.SHARED:
            text = f"Entry function '{function}' uses too much shared data ({size:#x} bytes, {card.SHARED:#x} max)"
            raise RefusedError(Diagnostic(file=file, line=_line(function, source), text=text))


def _line(mangled: str, source: str) -> int:
    names = {each.name.rpartition("::")[2]: each.line for each in functions_of(source)}
    return next((line for name, line in names.items() if f"{len(name)}{name}" in mangled), 0)
