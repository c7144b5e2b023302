"""`grader overview [RESULTS]`: the page of a class, from results as they were published."""

from pathlib import Path

import click

from grader.cli.batch import short
from grader.cli.common import EXIT_DONE, EXIT_USAGE, course, translator
from grader.cli.common import command as make
from grader.feedback.labels import Labels


def command(labels: Labels) -> click.Command:
    """Return the command."""
    results = click.Argument(
        ["results"], required=False, metavar="[RESULTS]", type=click.Path(exists=True, file_okay=False, path_type=Path)
    )
    return make(labels, "overview", run, [results])


def run(labels: Labels, *, results: Path | None) -> int:
    """Write the page; marks stay as they are, nothing is run or judged."""
    from grader.config import load_assignments
    from grader.feedback.overview.page import page
    from grader.store.published import published

    opened = course()
    results = results or opened.results
    reports = published(results)
    if not reports:
        click.echo(labels.label("cli.batch.nothing", path=str(results)), err=True)
        return EXIT_USAGE
    names = {report.assignment for report in reports}
    # Results may be older than the course.
    kept = sorted(name for name in names if (opened.assignments / name).is_dir())
    assignments = {each.id: each for each in load_assignments(opened, kept)} if kept else {}
    words = translator(labels, opened, tuple(assignments.values()))
    out = results / "index.html"
    out.write_text(page(reports, assignments, words), encoding="utf-8")
    click.echo(labels.label("cli.overview.done", path=short(out)))
    return EXIT_DONE
