"""The message catalogue: the built-in records, overlaid part by part by a course's and an assignment's own."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from grader.errors import ConfigError, Problem
from grader.feedback import lint
from grader.feedback.records import MessageFile, Record, read

_BUILT_IN = Path(__file__).parent / "messages"


@dataclass(frozen=True, kw_only=True)
class Catalogue:
    """Every message code with its texts; built once per assignment."""

    records: Mapping[str, Record]
    problems: tuple[Problem, ...] = ()  # of form, found while reading

    @staticmethod
    def load(*overlays: Path) -> "Catalogue":
        """Return the built-in catalogue, with the author's files laid over it in turn.

        What a file gives replaces the same part in the same language; the rest stays.

        Raises:
            ConfigError: an overlay cannot be read, or has problems; all of one file at once.
        """
        catalogue = _built_in()
        for path in overlays:
            own = read(path)
            below, merged = catalogue.records, _overlaid(catalogue.records, own.records)
            catalogue = Catalogue(records=merged, problems=catalogue.problems)
            lost = {code: problem for code, record in own.records.items() for problem in _lost(record, below)}
            changed = {code: merged[code] for code in own.records if code not in lost}
            problems = (*own.problems, *lost.values(), *lint.records(changed))
            if problems:
                raise ConfigError(sorted(problems, key=lambda problem: (problem.file, problem.line)))
        return catalogue

    def lint(self) -> tuple[Problem, ...]:
        """Return everything that the style guide refuses, in every record."""
        return (*self.problems, *lint.records(self.records))


@cache
def _built_in() -> Catalogue:
    return gathered(read(path) for path in sorted(_BUILT_IN.glob("*.yaml")))


def gathered(files: Iterable[MessageFile]) -> Catalogue:
    """Return a catalogue of several files, of which no two may describe the same code."""
    records: dict[str, Record] = {}
    problems: list[Problem] = []
    for file in files:
        problems += file.problems
        for code, record in file.records.items():
            if code in records:
                problems.append(record.place.problem(f"{code} stands in {records[code].place.file} as well"))
            records[code] = record
    return Catalogue(records=records, problems=tuple(problems))


def _lost(record: Record, below: Mapping[str, Record]) -> Iterator[Problem]:
    """Yield one problem in place of one for each missing part, where a code is likely to be a misspelt one."""
    code = record.place.text
    if code in below or any(part == "title" for part, _ in record.texts):
        return
    if near := get_close_matches(code, below, n=1, cutoff=0.8):
        yield record.place.problem(f"there is no message {code!r}", f"did you mean {near[0]!r}?")


def _overlaid(base: Mapping[str, Record], own: Mapping[str, Record]) -> Mapping[str, Record]:
    merged = dict(base)
    for code, record in own.items():
        below = base.get(code)
        merged[code] = (
            record
            if below is None
            else replace(below, texts={**below.texts, **record.texts}, sample={**below.sample, **record.sample})
        )
    return merged
