"""The message catalogue: the built-in records, overlaid part by part by a course's and an assignment's own."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
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
            catalogue = Catalogue(records=_overlaid(catalogue.records, own.records), problems=catalogue.problems)
            changed = {code: catalogue.records[code] for code in own.records}
            problems = (*own.problems, *lint.records(changed))
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
