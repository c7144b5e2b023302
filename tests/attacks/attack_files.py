"""The attacks: one file each, `<family>/<name>.py`, whose docstring is its description and says what must become of it.

Row: numbers in the catalogue of attacks, with commas; left out for one that is not in it.
Expect: the code of the failed verdict, or of the problem of an unreadable submission; `pass` for an honest control;
    `a | b` where two limits race. `Expect C:`, `Expect CD:`: on these levels.
Assignment: of the course beside this file; `add` when left out.
Copies: how many are graded at the same time; 1 when left out.
Runs: how often it is graded, one after another; 1 when left out.
Alone: yes, for one that leaves the machine no time for others.
"""

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
FAMILIES = (
    "check", "clock", "disk", "files", "intake", "memory", "network", "objects", "output", "process", "protocol",
    "specification",
)  # fmt: skip
INTAKE = "intake"  # its files make a folder that is handed in
PASS = "pass"  # noqa: S105 - an outcome
_FIELD = re.compile(r"^(Row|Expect|Expect [ABCD']+|Assignment|Copies|Runs|Alone): *(.+)$", re.MULTILINE)


class HeaderError(Exception):
    """A file does not say what it is."""


@dataclass(frozen=True, kw_only=True)
class Attack:
    """One file."""

    name: str  # family/name
    path: Path
    rows: frozenset[int]
    expected: tuple[str, ...]  # what may become of it
    elsewhere: Mapping[str, tuple[str, ...]]  # level -> the same, where it is different there
    assignment: str
    copies: int
    runs: int
    alone: bool

    @property
    def family(self) -> str:
        """The folder that it lies in."""
        return self.path.parent.name

    @property
    def is_honest(self) -> bool:
        """Whether it is a control, which passes everywhere."""
        return self.path.stem.startswith("honest_")

    def accepted(self, level: str) -> tuple[str, ...]:
        """Return what may become of it on a level."""
        return self.elsewhere.get(level, self.expected)


def paths() -> list[Path]:
    """Return all files that are attacks, sorted."""
    return sorted(path for family in FAMILIES for path in (HERE / family).glob("*.py"))


def read(path: Path) -> Attack:
    """Return the attack in a file. Raises HeaderError."""
    name = f"{path.parent.name}/{path.stem}"
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    fields = dict(_FIELD.findall(text))
    if not text.partition("\n")[0].endswith(".") or "Expect" not in fields:
        raise HeaderError(f"{name}: no sentence that describes it, or no `Expect:`")
    elsewhere = {
        level: _codes(codes)
        for key, codes in fields.items()
        if key.startswith("Expect ")
        for level in re.findall(r"[ABCD]'?", key.removeprefix("Expect "))
    }
    return Attack(
        name=name,
        path=path,
        rows=frozenset(int(row) for row in re.findall(r"\d+", fields.get("Row", ""))),
        expected=_codes(fields["Expect"]),
        elsewhere=elsewhere,
        assignment=fields.get("Assignment", "add"),
        copies=int(fields.get("Copies", "1")),
        runs=int(fields.get("Runs", "1")),
        alone=fields.get("Alone") == "yes",
    )


def attacks() -> list[Attack]:
    """Return all attacks, sorted by name. Raises HeaderError."""
    return [read(path) for path in paths()]


def _codes(text: str) -> tuple[str, ...]:
    return tuple(code.strip() for code in text.split("|"))
