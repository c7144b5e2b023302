"""Which of the mistakes of beginners are recognised, by section: `make coverage-of-mistakes`."""

import re
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import click
import yaml
from rich.console import Console
from rich.progress import track
from rich.table import Table

from grader import app
from grader.app import Grader
from grader.config import load_course
from grader.model.report import Report
from grader.model.verdict import Status

HERE = Path(__file__).parent
_NUMBER = re.compile(r"r(\d+)_")


@dataclass(frozen=True, kw_only=True)
class Row:
    """A mistake of the catalogue."""

    number: int
    section: str
    title: str


@dataclass(frozen=True, kw_only=True)
class Program:
    """A program that makes a mistake, or one that looks as if it did."""

    assignment: str
    exercise: str  # id
    path: Path
    says: str  # code of the message that it must get; empty for one that is right

    @property
    def name(self) -> str:
        """What a test is called."""
        return f"{self.assignment}/{self.path.parent.name}/{self.path.stem}"

    @property
    def row(self) -> int:
        """The row of the catalogue that it belongs to; 0 for one that belongs to none."""
        found = _NUMBER.match(self.path.name)
        return int(found[1]) if found else 0


def rows() -> list[Row]:
    """Return the catalogue."""
    sections = yaml.safe_load((HERE / "catalogue.yaml").read_text(encoding="utf-8"))
    return [
        Row(number=number, section=section, title=title)
        for section, titles in sections.items()
        for number, title in titles.items()
    ]


def grader() -> Grader:
    """Return a grader of the programs."""
    return app.build(load_course(HERE / "grader.yaml")).ready()


def programs(graded: Grader) -> Iterator[Program]:
    """Yield all programs of the course."""
    for assignment in graded.assignments.values():
        for exercise in assignment.exercises:
            for mistake in exercise.mistakes:
                yield Program(assignment=assignment.id, exercise=exercise.id, path=mistake.file, says=mistake.says)
            for path in exercise.honest:
                yield Program(assignment=assignment.id, exercise=exercise.id, path=path, says="")


def graded_alone(graded: Grader, program: Program) -> Report:
    """Return the report of a program on its own exercise: it has nothing for the others of its assignment."""
    whole = graded.assignments[program.assignment]
    exercises = tuple(exercise for exercise in whole.exercises if exercise.id == program.exercise)
    part = replace(graded, assignments={whole.id: replace(whole, exercises=exercises)})
    return part.trial(whole.id, program.path)


def fault(program: Program, report: Report) -> str:
    """Return what is wrong with the report of a program; nothing when it is as it must be."""
    own = [verdict for verdict in report.verdicts if verdict.exercise == program.exercise]
    lost = [verdict for verdict in own if verdict.status in {Status.FAIL, Status.SKIP, Status.ERROR}]
    codes = [verdict.finding.code for verdict in own if verdict.status is Status.FAIL]
    if program.says:
        return "" if program.says in codes else f"expected {program.says}, got {codes}"
    passed = any(verdict.status is Status.PASS for verdict in own)
    return "" if passed and not lost else f"lost points: {[verdict.finding.code for verdict in lost]}"


def main() -> None:
    """Grade every program, and print how many rows of each section are recognised."""
    graded = grader()
    found = list(programs(graded))
    with ThreadPoolExecutor() as pool:
        reports = pool.map(lambda each: graded_alone(graded, each), found)
        faults = [fault(*pair) for pair in track(zip(found, reports, strict=True), "mistakes", total=len(found))]
    wrong = {each.name: text for each, text in zip(found, faults, strict=True) if text}
    seen = {each.row for each, text in zip(found, faults, strict=True) if each.says and not text}
    Console().print(_table(rows(), seen))
    for name, text in wrong.items():
        click.echo(f"{name}: {text}")
    sys.exit(1 if wrong else 0)


def _table(known: Sequence[Row], seen: set[int]) -> Table:
    table = Table("section", "recognised", "not recognised")
    for section in dict.fromkeys(row.section for row in known):
        own = [row.number for row in known if row.section == section]
        missing = [str(number) for number in own if number not in seen]
        table.add_row(section, f"{len(own) - len(missing)} / {len(own)}", ", ".join(missing))
    table.add_row("all", f"{sum(row.number in seen for row in known)} / {len(known)}", "")
    return table


if __name__ == "__main__":
    main()
