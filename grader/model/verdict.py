"""What the judge concludes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import ROUND_HALF_EVEN, Decimal
from enum import StrEnum
from typing import Literal

from grader.model.pictures import Picture


class Status(StrEnum):
    """The conclusion of one check."""

    PASS = "pass"  # noqa: S105 - a verdict, not a password
    FAIL = "fail"
    SKIP = "skip"  # a needed check did not pass: points lost
    DEFER = "defer"  # cannot be shown on this device: points stay open
    UNDECIDED = "undecided"  # seen, but a person has to decide: points stay open
    ERROR = "error"  # our own fault: points stay open

    @property
    def is_open(self) -> bool:
        """Whether the points of such a verdict are still to be had."""
        return self in {Status.DEFER, Status.UNDECIDED, Status.ERROR}


@dataclass(frozen=True, kw_only=True)
class Shown:
    """A small value, written out."""

    name: str
    role: Literal["input", "expected", "got"]
    shape: tuple[int, ...]  # nothing for a number alone
    values: tuple[str, ...]  # in C order


@dataclass(frozen=True, kw_only=True)
class Example:
    """A small public input that shows a failure."""

    case: str  # `n=257, values=arange`
    inputs: tuple[str, ...] = ()  # `a = [0, 1]`; nothing where they are too large to be read
    place: str = ""  # `c[256]`, the first one that is wrong; nothing where no value is
    expected: str = ""  # there
    got: str = ""
    values: tuple[Shown, ...] = ()  # inputs and results in full, where they are small enough to be read


@dataclass(frozen=True, kw_only=True)
class Finding:
    """A check's conclusion, with the code of the message that explains it and the message's parameters."""

    status: Status
    code: str = ""  # a message code; empty for a plain pass
    params: Mapping[str, object] = field(default_factory=dict)  # numbers, strings, tuples of strings, Text
    case: str = ""  # id of the case that shows it
    hidden: bool = False  # the case is hidden: its values must not reach the student
    partial: Decimal = Decimal(0)  # share of the points that a failure still earns, from 0 to 1
    example: Example | None = None  # the smallest input found that shows a failure
    picture: Picture | None = None
    answer: str = ""  # what a person has to mark, as it was written


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """A finding tied to its line of the rubric."""

    exercise: str  # id
    check: str  # id
    kind: str
    points: Decimal  # of the line
    awarded: Decimal
    finding: Finding

    @property
    def status(self) -> Status:
        """The status of the finding."""
        return self.finding.status


@dataclass(frozen=True, kw_only=True)
class Score:
    """Points; final only when none are open."""

    earned: Decimal  # before anything is deducted
    open: Decimal  # still to be had, before anything is deducted
    possible: Decimal
    late: Decimal = Decimal(0)  # share of what is earned that is deducted for being late, from 0 to 1
    settled: bool = True  # False while another attempt may still turn out to be the better one

    @property
    def awarded(self) -> Decimal:
        """What is left of the earned points."""
        return self._kept(self.earned)

    @property
    def deducted(self) -> Decimal:
        """What is taken from the earned points."""
        return self.earned - self.awarded

    @property
    def ceiling(self) -> Decimal:
        """What is awarded if every open point comes to be earned."""
        return self._kept(self.earned + self.open)

    @property
    def final(self) -> bool:
        """Whether this may be published."""
        return self.open == 0 and self.settled

    def _kept(self, points: Decimal) -> Decimal:
        return min(points, rounded(points * (1 - self.late))) if self.late else points


def rounded(points: Decimal) -> Decimal:
    """Return points to 0.01, halves to the even neighbour."""
    return points.quantize(Decimal("0.01"), ROUND_HALF_EVEN)
