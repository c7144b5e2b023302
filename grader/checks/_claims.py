"""What a box says that its launches have done, read with care: whatever is missing or odd counts as nothing said.

The form is that of `grader/harness/virtual/analysis/`, which may not be imported here.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.model.evidence import Place, Run
from grader.model.values import Value

_MOST = 10**12  # of anything that can have been counted
_LONGEST = 200  # characters of a name


@dataclass(frozen=True, kw_only=True)
class Side:
    """One of the threads that a finding tells of.

    Attributes:
        where: `vec_add.py:12`, `cell 3, line 2`, or `?`.
        verb: `read`, `write`, `atomic` or `wait`.
        block: index in x, y and z.
        thread: the same, in its block; empty where all threads of the block are meant.
    """

    where: str
    verb: str
    block: tuple[int, ...]
    thread: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Told:
    """A finding; see `findings.py` there."""

    kind: str
    space: str
    name: str
    element: int
    length: int
    count: int
    scope: str
    pattern: str
    sides: tuple[Side, ...]


@dataclass(frozen=True, kw_only=True)
class Launches:
    """What is known of all launches of a call.

    Attributes:
        count: how many there were.
        lost: accesses that were not looked at; what was not found may be among them.
        compiled: kernels that were compiled; None where that is not known.
        copied: arrays of the host's that were copied for a single launch; None where that is not known.
        grids: blocks of each of the first launches, in x, y and z.
    """

    count: int
    lost: int
    compiled: int | None
    copied: int | None
    grids: tuple[tuple[int, ...], ...]


def findings(run: Run) -> tuple[Told, ...] | None:
    """Return what a run's box has found; None where it says nothing that can be understood."""
    told = run.claims.get("findings")
    if not isinstance(told, Sequence) or isinstance(told, str):
        return None
    found = [_told(each) for each in told]
    return None if None in found else tuple(each for each in found if each)


def launches(run: Run) -> Launches | None:
    """Return what a run's box says of its launches; None where it says nothing that can be understood."""
    told = run.claims.get("launches")
    if not isinstance(told, Mapping):
        return None
    count, lost, each = amount(told, "count"), amount(told, "lost"), told.get("each")
    if count is None or lost is None or not isinstance(each, Sequence):
        return None
    grids = tuple(_numbers(launch.get("grid")) for launch in each if isinstance(launch, Mapping))
    return Launches(
        count=count, lost=lost, compiled=amount(told, "compiled"), copied=amount(told, "copied"), grids=grids
    )


def amount(told: Mapping[str, Value], name: str) -> int | None:
    """Return a count; None for anything else."""
    found = told.get(name)
    return found if type(found) is int and 0 <= found < _MOST else None


def where(place: Value) -> str:
    """Return [file, line, cell] as a student finds it; `?` for anything else."""
    match place:
        case [str(file), int(line), cell] if line > 0 and file and (cell is None or type(cell) is int):
            return str(Place(file=file[:_LONGEST], line=line, cell=cell))
        case _:
            return "?"


def _told(told: Value) -> Told | None:
    if not isinstance(told, Mapping):
        return None
    sides, numbers = told.get("sides"), [told.get(name) for name in ("element", "length", "count")]
    if not isinstance(sides, Sequence) or not all(type(number) is int for number in numbers):
        return None
    element, length, count = (number for number in numbers if isinstance(number, int))
    return Told(
        kind=_text(told, "kind"), space=_text(told, "space"), name=_text(told, "name"), element=element, length=length,
        count=count, scope=_text(told, "scope"), pattern=_text(told, "pattern"), sides=tuple(_sides(sides)),
    )  # fmt: skip


def _sides(sides: Sequence[Value]) -> Iterator[Side]:
    for each in sides:
        if isinstance(each, Mapping):
            yield Side(
                where=where(each.get("at")), verb=_text(each, "verb"), block=_numbers(each.get("block")),
                thread=_numbers(each.get("thread")),
            )  # fmt: skip


def _text(told: Mapping[str, Value], name: str) -> str:
    found = told.get(name)
    return found[:_LONGEST] if isinstance(found, str) else ""


def _numbers(told: Value) -> tuple[int, ...]:
    if not isinstance(told, Sequence) or isinstance(told, str):
        return ()
    return tuple(number for number in told if type(number) is int)
