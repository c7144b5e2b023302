"""What the source says: a hint that explains, and that no verdict on what the code does rests on."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from grader.checks._constructs import Use, uses
from grader.model.evidence import Probe
from grader.model.verdict import Finding, Status
from grader.ports import Seen


@dataclass(frozen=True, kw_only=True)
class ConstructCheck:
    """Passes when the source uses all that it must, and nothing that it must not; worth nothing unless given points.

    It reads and runs nothing, so that code which hides what it uses is not seen through.
    """

    is_hint: ClassVar[bool] = True
    probes: ClassVar[frozenset[Probe]] = frozenset()
    public: ClassVar[bool] = True
    must_use: tuple[str, ...] = ()  # names (`cuda.syncthreads`) and words (`for`); `a | b` stands for one of several
    must_not_use: tuple[str, ...] = ()  # the same; a name without a dot is a function or method of any module

    def __post_init__(self) -> None:
        if not self.must_use and not self.must_not_use:
            raise ValueError("expected must_use, must_not_use or both")
        for field in ("must_use", "must_not_use"):
            for line in getattr(self, field):
                if not all(_choices(line)):
                    raise ValueError(f"{field}: expected a name, or several with | between them, got {line!r}")

    def judge(self, seen: Seen) -> Iterator[Finding]:
        """Judge the source of the submission, with one finding."""
        found = uses(seen.cells)
        taken = dict(each for line in self.must_not_use if (each := _taken(line, found)))
        missing = tuple(line for line in self.must_use if not _is_used(line, found))
        if taken:
            first, place = next(iter(taken.items()))
            params = {"names": tuple(taken), "first": first, "where": place}
            yield Finding(status=Status.FAIL, code="construct.forbidden", params=params)
        elif missing:
            yield Finding(status=Status.FAIL, code="construct.missing", params={"names": missing})
        else:
            yield Finding(status=Status.PASS)


def _choices(line: str) -> list[str]:
    return [name.strip() for name in line.split("|")]


def _taken(line: str, found: tuple[Use, ...]) -> tuple[str, str] | None:
    """Return which name is used, and where first; what the source defines itself by that name is another thing."""
    names = _choices(line)
    return next(((name, use.where) for use in found if use.how != "own" for name in names if use.is_of(name)), None)


def _is_used(line: str, found: tuple[Use, ...]) -> bool:
    """Return whether something is used; to import it is not enough."""
    names = _choices(line)
    return any(use.how != "imported" and any(map(use.is_of, names)) for use in found)
