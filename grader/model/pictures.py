"""What a report draws beside its words: numbers only. How they look is up to each renderer."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class WhereWrong:
    """Where the values of a result are wrong: a map of at most 24 rows and 64 columns (`grader/checks/_maps.py`)."""

    name: str  # of the result
    shape: tuple[int, ...]
    wrong: int  # elements
    # Rows of the share, from 0 to 1, that is wrong in each part. All are as long as the first, but for the last row of
    # an array with one axis: it ends where the array ends.
    cells: tuple[tuple[float, ...], ...]
    part: tuple[int, int] = (1, 1)  # rows and columns of elements that a cell stands for; at the end they may be fewer


@dataclass(frozen=True, kw_only=True)
class Timing:
    """The samples of a check of speed, and what they mean."""

    student_ms: tuple[float, ...]  # without the request: the shorter sample of each block of two
    beside_ms: tuple[float, ...]  # of the reference, or of a copy of memory, one for each of the student's
    copy: bool  # whether it is a copy of memory that it is measured against
    low: float  # student's time as a multiple of the other one: interval and median
    ratio: float
    high: float
    limit: float  # on the same scale


@dataclass(frozen=True, kw_only=True)
class Count:
    """One thing that was counted."""

    name: str  # `sectors`, as the labels `count.<name>` have it
    counted: float
    ideal: float | None = None  # the fewest that would do, where that is known
    limit: float | None = None  # on the scale of `counted`: the most, or with `at_least` the fewest that are allowed
    at_least: bool = False


@dataclass(frozen=True, kw_only=True)
class Counts:
    """What a check of cost has counted."""

    items: tuple[Count, ...]


Picture = WhereWrong | Timing | Counts
