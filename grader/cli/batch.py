"""`grader batch [DIR]`: a whole tree of submissions, to pages, tables and files for machines."""

import time
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.cli.common import (
    EXIT_USAGE,
    chosen,
    console,
    course,
    finish,
    option,
    running,
    tracked,
    translator,
)
from grader.cli.common import command as make
from grader.feedback.labels import Labels

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.feedback.translator import Translator
    from grader.model.assignment import Assignment
    from grader.model.report import Report


def command(labels: Labels) -> click.Command:
    """Return the command."""
    folder = click.Argument(
        ["folder"], required=False, metavar="[DIR]", type=click.Path(exists=True, file_okay=False, path_type=Path)
    )
    return make(labels, "batch", run, [
        folder,
        option(labels, "out", metavar="DIR", type=click.Path(file_okay=False, path_type=Path)),
        option(labels, "workers", metavar="N", type=click.IntRange(min=0)),
        papers(labels),
        option(labels, "summary", metavar="FILE"),
        *running(labels),
    ])  # fmt: skip


def run(
    labels: Labels,
    *,
    folder: Path | None,
    out: Path | None,
    workers: int | None,
    pdf: bool,
    summary: str | None,
    **options: Any,
) -> int:
    """Grade every submission of a tree and write all reports."""
    from grader import app, intake
    from grader.feedback import markdown
    from grader.feedback import pdf as paper
    from grader.feedback.terminal import print_summary

    if pdf:
        paper.require()  # before anything is run
    start = time.monotonic()
    opened = course()
    folder, out = folder or opened.submissions, out or opened.results
    jobs = intake.jobs(folder, opened)
    if not jobs:
        click.echo(labels.label("cli.batch.nothing", path=str(folder)), err=True)
        return EXIT_USAGE
    grader = app.build(opened, [job.assignment for job in jobs], **chosen(**options)).ready()
    found = grader.grade_all(jobs, app.store(out), opened.workers if workers is None else workers)
    reports = in_order(found, len(jobs), labels)
    words = translator(labels, opened, tuple(grader.assignments.values()))
    app.export(reports, out)
    write_pages(reports, grader.assignments, words, out, pdf=pdf)
    if summary:
        markdown.append(Path(summary), partial(markdown.summary, reports, grader.assignments, words))
    print_summary(console(), reports, grader.assignments, words)
    click.echo(labels.label("cli.batch.took", seconds=time.monotonic() - start))
    click.echo(labels.label("cli.batch.done", path=short(out / "index.html")))
    return finish(reports)


def in_order(found: "Iterator[Report]", count: int, labels: Labels) -> "list[Report]":
    """Return all reports, sorted, showing a progress bar while they come."""
    done = tracked(found, labels.label("cli.progress.grading"), count)
    return sorted(done, key=lambda report: (report.assignment, report.student))


def papers(labels: Labels) -> click.Option:
    """Return the option that asks for PDF, too."""
    return click.Option(["--pdf"], is_flag=True, help=labels.label("cli.option.pdfs"))


def write_pages(
    reports: "Sequence[Report]",
    assignments: "Mapping[str, Assignment]",
    words: "Translator",
    out: Path,
    *,
    pdf: bool,
) -> None:
    """Write the page of every report, in HTML, Markdown and on demand PDF, and the page of the class.

    Raises:
        OSError: a file cannot be written.
        UsageError: PDF is asked for, and Typst is not installed.
    """
    from grader.feedback import html, markdown
    from grader.feedback import pdf as paper
    from grader.feedback.overview.page import page

    for report in reports:
        path = out / "reports" / report.assignment / report.student
        path.parent.mkdir(parents=True, exist_ok=True)
        assignment = assignments[report.assignment]
        path.with_name(f"{path.name}.html").write_text(html.report(report, assignment, words), encoding="utf-8")
        path.with_name(f"{path.name}.md").write_text(markdown.report(report, assignment, words), encoding="utf-8")
        path.with_name(f"{path.name}.pdf").unlink(missing_ok=True)  # one of an earlier run would show its marks
        if pdf:
            path.with_name(f"{path.name}.pdf").write_bytes(paper.report(report, assignment, words))
    (out / "index.html").write_text(page(reports, assignments, words), encoding="utf-8")


def short(path: Path) -> str:
    """Return a path as it is quickest to type from the working folder."""
    path = path.absolute()
    return str(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)
