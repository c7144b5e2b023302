"""What is printed: lines, numbers with a tolerance, or regular expressions."""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import ClassVar

from grader.checks._compare import PRINTED
from grader.checks._runs import UNTIMED, ended, finding, pairs
from grader.checks._scripts import blamed
from grader.model.evidence import Probe, Run
from grader.model.values import Value
from grader.model.verdict import Finding, Status
from grader.ports import Seen
from grader.text.folding import clean, latin_digits

LONGEST = 2_000  # characters of a line that are compared
COMPARED = 200  # lines, and characters of each, that are looked at for the nearest one: that is slow
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?")
_LEFT_OUT = re.compile(r"… \d+ lines left out")
_WARNING = re.compile(r"\S.*:\d+: \w*Warning: ")  # Python prints one to stderr, with the line below it indented


@dataclass(frozen=True, kw_only=True)
class StdoutCheck:
    """Passes when the expected lines are printed, in their order, on every case.

    White space, empty lines, the script of digits and Python's warnings play no part. What goes to stderr counts as
    printed.
    """

    probes: ClassVar[frozenset[Probe]] = frozenset()
    lines: tuple[str, ...] = ()  # lines to be printed; when left out, those of the oracle's text `stdout`
    patterns: tuple[str, ...] = ()  # in their place: regular expressions, each of which fits a whole line
    rtol: float = 0.0  # how far off a number in a line may be, as a share of the expected one
    atol: float = 0.0  # how far off it may be besides
    others: bool = False  # whether other lines may stand before, between and after the expected ones
    hidden: bool = False  # whether the expected lines are kept from the student
    roles: tuple[str, ...] = ()  # roles of the cases it looks at; the ordinary ones when left out

    def __post_init__(self) -> None:
        if self.lines and self.patterns:
            raise ValueError("patterns: expected either lines or patterns")
        for pattern in self.patterns:
            try:
                re.compile(pattern)
            except re.error as error:
                raise ValueError(f"patterns: {pattern!r} is no regular expression: {error}") from error

    @property
    def public(self) -> bool:
        """Whether students may have what it takes to check themselves."""
        return not self.hidden

    def judge(self, seen: Seen) -> Iterator[Finding]:
        """Judge what is printed in every run that it looks at."""
        for run, expected in pairs(seen, self.roles or UNTIMED):
            yield ended(run) or self._compared(seen, run, self._wanted(expected.get(PRINTED)))

    def _wanted(self, told: Value) -> Sequence[str]:
        given = self.patterns or self.lines
        if not given and not isinstance(told, str):
            raise TypeError(f"neither lines nor patterns, and the oracle returns no text {PRINTED!r}")
        return given or _lines(str(told))

    def _compared(self, seen: Seen, run: Run, wanted: Sequence[str]) -> Finding:
        printed = _lines(run.printed)
        fault = (_among_others if self.others else _alone)(printed, wanted, self._fits)
        if fault is None:
            return finding(run, Status.PASS)
        if any(map(_LEFT_OUT.fullmatch, printed)):
            return finding(run, Status.UNDECIDED, "stdout.too-much")
        code, params = fault
        found = Finding(
            status=Status.FAIL, code=code, params=params, case=run.case.id, hidden=self.hidden or run.case.hidden
        )
        return blamed(seen, found)

    def _fits(self, line: str, wanted: str) -> bool:
        if self.patterns:
            return re.fullmatch(wanted, line) is not None
        wanted = _folded(wanted)
        if line == wanted or not (self.rtol or self.atol):
            return line == wanted
        right, got = _NUMBER.findall(wanted), _NUMBER.findall(line)
        same_text = _NUMBER.sub("#", wanted) == _NUMBER.sub("#", line)
        return same_text and all(map(self._near, map(float, got), map(float, right)))

    def _near(self, got: float, right: float) -> bool:
        return math.isfinite(got) and abs(got - right) <= self.atol + self.rtol * abs(right)


_Fault = tuple[str, dict[str, object]]
_Fits = Callable[[str, str], bool]


def _lines(printed: str) -> list[str]:
    """Return the lines of a text that are not empty, without Python's warnings."""
    kept: list[str] = []
    warned = False
    for line in printed.splitlines():
        below = warned and line.startswith("  ")
        warned = _WARNING.match(line) is not None
        if not (below or warned) and (folded := _folded(line)):
            kept.append(folded)
    return kept


def _folded(line: str) -> str:
    return " ".join(latin_digits(clean(line[:LONGEST])).split())


def _alone(printed: Sequence[str], wanted: Sequence[str], fits: _Fits) -> _Fault | None:
    """Return the first difference; nothing but the expected lines may be printed."""
    for number, right in enumerate(wanted, 1):
        if number > len(printed):
            return _missing(number, right, printed)
        if not fits(printed[number - 1], right):
            return "stdout.wrong-line", {"line": number, "expected": right, "got": printed[number - 1]}
    extra = printed[len(wanted) :]
    return ("stdout.extra-line", {"count": len(extra), "got": extra[0], "wanted": len(wanted)}) if extra else None


def _among_others(printed: Sequence[str], wanted: Sequence[str], fits: _Fits) -> _Fault | None:
    """Return the first expected line that does not come after those before it."""
    rest = list(printed)
    for number, right in enumerate(wanted, 1):
        at = next((place for place, line in enumerate(rest) if fits(line, right)), None)
        if at is None:
            near = get_close_matches(right[:COMPARED], [line[:COMPARED] for line in rest[:COMPARED]], n=1)
            if not near:
                return _missing(number, right, printed)
            return "stdout.wrong-line", {"line": number, "expected": right, "got": near[0]}
        del rest[: at + 1]
    return None


def _missing(number: int, right: str, printed: Sequence[str]) -> _Fault:
    if not printed:
        return "stdout.nothing", {"expected": right}
    return "stdout.missing-line", {"line": number, "expected": right, "last": printed[-1]}
