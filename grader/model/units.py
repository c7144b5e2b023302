"""Units of the numbers that authors write: `20 s`, `2 GB`, `1.5 x reference`, `80%`.

A check declares such a field by one of the types below; a bare number is then refused.
"""

import re
from dataclasses import dataclass
from typing import Annotated

# Base unit -> what one of each accepted unit is worth in what `parse` returns.
_SIZES = {
    "s": {"s": 1.0, "ms": 1e-3, "us": 1e-6, "μs": 1e-6, "µs": 1e-6, "ns": 1e-9, "min": 60.0, "h": 3600.0},
    "B": {
        "B": 1.0, "kB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12,
        "kiB": 2.0**10, "KiB": 2.0**10, "MiB": 2.0**20, "GiB": 2.0**30, "TiB": 2.0**40,
    },
    "x reference": {"x reference": 1.0, "× reference": 1.0},
    "x ideal": {"x ideal": 1.0, "× ideal": 1.0},
    "%": {"%": 0.01},
    "% of bandwidth": {"% of bandwidth": 0.01},
    "days": {"days": 1.0, "day": 1.0},
}  # fmt: skip
_WORDS = {
    "s": "a time with its unit (ns, us, ms, s, min, h), such as 20 s",
    "B": "a size with its unit (B, kB, MB, GB, kiB, MiB, GiB), such as 2 GB",
    "x reference": "a ratio such as 1.5 x reference",
    "x ideal": "a multiple such as 1.5 x ideal",
    "%": "a percentage such as 80%",
    "% of bandwidth": "a share of the bandwidth such as 80% of bandwidth",
    "days": "a number of days such as 2 days",
}


@dataclass(frozen=True, kw_only=True)
class Unit:
    """The unit that a number has to be written with."""

    base: str  # "s", "B", "x reference", "x ideal", "%", "% of bandwidth" or "days"

    @property
    def words(self) -> str:
        """What an author is told to write."""
        return _WORDS[self.base]

    @property
    def pattern(self) -> str:
        """Regular expression, of Python and of JSON Schema alike, that a number with this unit matches in full."""
        names = "|".join(name.replace(" ", " +") for name in _SIZES[self.base])
        return rf"^([0-9]+(?:\.[0-9]+)?) *({names})$"

    def show(self, amount: float) -> str:
        """Return an amount, given in what `parse` returns, as an author would write it."""
        name, size = next(iter(_SIZES[self.base].items()))
        return f"{amount / size:g}{name}" if name.startswith("%") else f"{amount:g} {name}"


Seconds = Annotated[float, Unit(base="s")]
Bytes = Annotated[int, Unit(base="B")]
Ratio = Annotated[float, Unit(base="x reference")]
Multiple = Annotated[float, Unit(base="x ideal")]  # of the least that could be counted
Share = Annotated[float, Unit(base="%")]  # 80% is 0.8
Bandwidth = Annotated[float, Unit(base="% of bandwidth")]  # of what a copy of memory reaches; 80% is 0.8
UNITS = tuple(Unit(base=base) for base in _SIZES)


def parse(text: str, unit: Unit) -> float:
    """Return a written amount in its base unit: seconds, bytes, times the reference, or a share (80% is 0.8).

    Raises:
        ValueError: the text is no such amount; says what was expected.
    """
    found = re.fullmatch(unit.pattern, text)
    if found is None:
        raise ValueError(f"expected {unit.words}, got {text!r}")
    return float(found[1]) * _SIZES[unit.base][re.sub(" +", " ", found[2])]
