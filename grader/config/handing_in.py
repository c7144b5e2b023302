"""When something is due, what being late costs, and how often it may be handed in."""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from grader.config.kinds import Amount, Item, OneOf, Whole, nearest
from grader.config.names import FILE, ID, Moment
from grader.config.nodes import Map, Node, Scalar
from grader.config.shapes import Either, Field, MapOf, Record
from grader.errors import Problem
from grader.model.assignment import Attempts, Late
from grader.model.units import Unit


def _share(amount: float) -> Decimal:
    share = Decimal(str(round(amount, 6)))  # 57% is 0.57, and not the nearest that a float has
    if share > 1:
        raise ValueError(f"expected at most 100%, got {amount:.0%}")
    return share


_LATE = Record(
    name="what being late costs",
    doc="Without it, being late is noted and costs nothing.",
    fields=(
        Field(
            key="per_day",
            kind=Amount(unit=Unit(base="%"), of=_share, positive=True),
            doc="Share of the earned points that each day costs; a day that has begun counts.",
        ),
        Field(
            key="at_most_days",
            kind=Whole(least=1),
            doc="After so many days nothing is earned any more.",
            required=False,
            default="no end, beside that of the points",
        ),
    ),
)
_ATTEMPTS = Record(
    name="a rule for attempts",
    doc="A student's folder that holds nothing but folders called `1`, `2`, … has one attempt in each.",
    fields=(
        Field(
            key="limit",
            kind=Whole(least=1),
            doc="How many are graded, the first ones; the report says so where there are more.",
            required=False,
            default="all of them",
        ),
        Field(
            key="counts",
            kind=OneOf(noun="an attempt that counts", names=lambda: ("best", "last")),
            doc="Which of them counts: the one with the most points after deductions, the later of equals; or the "
            "last one that could be read.",
            required=False,
            default="`best`",
        ),
    ),
)
HANDING_IN = (
    Field(
        key="due",
        kind=Moment(),
        doc="Until when it is in time. When it was handed in is what `grader grade --submitted-at` says; else what "
        "stands in a file beside it, `s001.submitted_at` for the folder `s001`, `2.submitted_at` for its attempt `2`; "
        "else when its file was last changed.",
        required=False,
        default="it never is",
    ),
    Field(key="late", kind=_LATE, doc="What being late costs.", required=False, default="nothing"),
    Field(
        key="attempts",
        kind=_ATTEMPTS,
        doc="How often it may be handed in, and what counts.",
        required=False,
        default="any number, and the best",
    ),
)

BY_STUDENT = MapOf(
    of=MapOf(
        of=Amount(unit=Unit(base="days"), positive=True),
        keys=ID,
        what="a mapping of assignments to days, `{vec_add: 2 days}`",
    ),
    what="a mapping of students to `{vec_add: 2 days}`",
)
EXTENSIONS = Field(
    key="extensions",
    kind=Either(first=FILE, second=BY_STUDENT, is_first=lambda node: isinstance(node, Scalar)),
    doc="Days by which an assignment is due later for a student; or a file of its own with this mapping.",
    required=False,
    default="none",
)


def late(given: Mapping[str, Any] | None) -> Late | None:
    """Return what being late costs, as it was read."""
    return Late(**given) if given else None


def attempts(given: Mapping[str, Any] | None) -> Attempts:
    """Return the rule for attempts, as it was read."""
    return Attempts(**given or {})


def extensions(item: Item) -> Mapping[str, Mapping[str, float]]:
    """Return the days of each student at each assignment; names are spelt as files have them."""
    return {unicodedata.normalize("NFC", student): days for student, days in item.plain().items()}


def unknown(item: Item, ids: Sequence[str]) -> Iterator[Problem]:
    """Yield a problem for each extension of an assignment that does not exist."""
    for own in item.value.values():
        for name, entry in _entries(own.node).items():
            if name not in ids:
                yield entry.key.place.problem(f"no assignment is called {name!r}", nearest(name, ids))


def without_due(given: Mapping[str, Item]) -> Iterator[Problem]:
    """Yield a problem where being late costs something, and nothing is ever late."""
    if "late" in given and "due" not in given:
        yield given["late"].node.place.problem("nothing is late without a date", "add the key `due`")


def _entries(node: Node) -> Mapping[str, Any]:
    return node.entries if isinstance(node, Map) else {}
