"""`grader validate [ID…]`: assignments against their authors' programs, right and wrong, and against mutants."""

import json
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.cli.common import EXIT_DONE, EXIT_USAGE, chosen, console, course, option, running, tracked, translator
from grader.cli.common import command as make
from grader.feedback.labels import Labels

if TYPE_CHECKING:
    from rich.table import Table

    from grader import app
    from grader.feedback.translator import Translator
    from grader.model.assignment import Assignment
    from grader.model.report import Report

SCHEMA = 1  # of the JSON; rises when a key is taken away or changes its meaning
SEEDS = 20  # with fewer, a check that fails now and then may be missed


def command(labels: Labels) -> click.Command:
    """Return the command."""
    return make(labels, "validate", run, [
        click.Argument(["ids"], nargs=-1, metavar="[ID…]"),
        option(labels, "seeds", metavar="N", type=click.IntRange(min=1), default=SEEDS),
        option(labels, "thorough", is_flag=True),
        option(labels, "programs-only", is_flag=True),
        option(labels, "json", is_flag=True),
        *running(labels),
    ])  # fmt: skip


def run(
    labels: Labels,
    *,
    ids: tuple[str, ...],
    seeds: int,
    thorough: bool,
    programs_only: bool,
    json: bool,
    **options: Any,
) -> int:
    """Put assignments to the test; one that is not sound is the author's fault."""
    from grader import app

    opened = course()
    grader = app.build(opened, ids, **chosen(**options)).ready()
    plan = app.Plan(seeds=seeds, thorough=thorough, programs_only=programs_only)
    found: dict[str, list[app.Row]] = {}
    for name, assignment in grader.assignments.items():
        words = translator(labels, opened, [assignment])
        known = words.of(name).catalogue.records
        validation = grader.validate(name, plan, shown=_formats(assignment, words), messages=known)
        found[name] = [row for step in tracked(validation, name, len(validation)) for row in step]
        if not json:
            _print(name, found[name], labels)
    if json:
        click.echo(_as_json(found))
    return EXIT_DONE if all(row.sound for rows in found.values() for row in rows) else EXIT_USAGE


def _formats(assignment: "Assignment", words: "Translator") -> "Callable[[Report], str]":
    """Return what writes a report in every format that a student may be given."""
    from rich.console import Console

    from grader import app
    from grader.cli.batch import write_pages
    from grader.feedback.terminal import print_report

    def written(report: "Report") -> str:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            app.export([report], folder)
            write_pages([report], {assignment.id: assignment}, words, folder, pdf=False)
            with (folder / "terminal.txt").open("w", encoding="utf-8") as file:
                print_report(Console(file=file, width=100), report, assignment, words)
            return "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.*")))

    return written


def _print(name: str, rows: "Sequence[app.Row]", labels: Labels) -> None:
    """Print whether an assignment is sound, the table of its programs, and what is wrong."""
    sound = all(row.sound for row in rows)
    click.echo(labels.label("cli.validate.ok" if sound else "cli.validate.bad", assignment=name))
    console().print(_table(rows, labels))
    for row in rows:
        for complaint in row.complaints:
            said = labels.label(complaint.label, **complaint.params)
            click.echo(f"  {row.exercise}, {_program(row, labels)}: {said}")


def _table(rows: "Sequence[app.Row]", labels: Labels) -> "Table":
    """Return one line for each program and exercise; without a frame, for a Bangla word may be of any width."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("")
    for heading in ("program", "expected", "got"):
        table.add_column(labels.label(f"cli.validate.{heading}"), overflow="fold")
    for exercise in dict.fromkeys(row.exercise for row in rows):
        table.add_row("", exercise, style="bold")
        for row in rows:
            if row.exercise == exercise:
                mark, style = ("✓", "green") if row.sound else ("✗", "red")
                table.add_row(mark, _program(row, labels), _expected(row, labels), _got(row), style=style)
    return table


def _program(row: "app.Row", labels: Labels) -> str:
    name = labels.label(f"mutant.{row.program}") if row.kind == "mutant" else row.program
    kind = labels.label(f"cli.validate.kind.{row.kind}")
    return f"{kind}: {name}" if name else kind


def _expected(row: "app.Row", labels: Labels) -> str:
    if row.kind == "mistake":
        return ", ".join(row.codes)
    label = {"starter": "fewer-points", "mutant": "named", "task": "a-good-task"}.get(row.kind, "all-points")
    return labels.label(f"cli.validate.{label}")


def _got(row: "app.Row") -> str:
    """Return what each check said: a mark, its name, and the code of its message unless it was not judged at all."""
    from grader.feedback.sheet import MARKS
    from grader.model.verdict import Status

    codes = ("" if each.status is Status.SKIP else each.finding.code for each in row.verdicts)
    said = (
        f"{MARKS[each.status]} {each.check} {code}".rstrip() for each, code in zip(row.verdicts, codes, strict=True)
    )
    return ", ".join(said)


def _as_json(found: "Mapping[str, Sequence[app.Row]]") -> str:
    assignments = [
        {"assignment": name, "sound": all(row.sound for row in rows), "programs": [_plain(row) for row in rows]}
        for name, rows in found.items()
    ]
    # Points are decimal numbers.
    return json.dumps({"schema": SCHEMA, "assignments": assignments}, ensure_ascii=False, indent=2, default=float)


def _plain(row: "app.Row") -> Mapping[str, object]:
    return {
        "exercise": row.exercise,
        "kind": row.kind,
        "program": row.program,
        "codes": row.codes,
        "sound": row.sound,
        "checks": [
            {"check": each.check, "status": each.status.value, "code": each.finding.code} for each in row.verdicts
        ],
        "problems": [
            {"problem": each.label.removeprefix("cli.validate."), "params": dict(each.params)}
            for each in row.complaints
        ],
    }
