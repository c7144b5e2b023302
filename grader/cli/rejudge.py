"""`grader rejudge RESULTS`: verdicts anew from stored evidence, after a rubric or a threshold has changed."""

import json
from pathlib import Path

import click

from grader.cli.batch import in_order, papers, write_pages
from grader.cli.common import EXIT_USAGE, console, course, finish, translator
from grader.cli.common import command as make
from grader.feedback.labels import Labels


def command(labels: Labels) -> click.Command:
    """Return the command."""
    results = click.Argument(
        ["results"], metavar="RESULTS", type=click.Path(exists=True, file_okay=False, path_type=Path)
    )
    return make(labels, "rejudge", run, [results, papers(labels)])


def run(labels: Labels, *, results: Path, pdf: bool) -> int:
    """Judge again, write all reports again, and say how many scores have changed."""
    from grader import app
    from grader.feedback import pdf as paper
    from grader.feedback.terminal import print_summary

    if pdf:
        paper.require()  # before anything is written
    opened = course()
    store = app.store(results)
    kept = {key[:2] for key in store.keys()}  # noqa: SIM118 - no mapping
    kept |= {(report.assignment, report.student) for report in store.unscored()}
    if not kept:
        click.echo(labels.label("cli.batch.nothing", path=str(results)), err=True)
        return EXIT_USAGE
    grader = app.build(opened, sorted({assignment for assignment, _ in kept}))
    before = _scores(results)
    reports = in_order(grader.rejudge(store), len(kept), labels)
    words = translator(labels, opened, tuple(grader.assignments.values()))
    app.export(reports, results)
    write_pages(reports, grader.assignments, words, results, pdf=pdf)
    print_summary(console(), reports, grader.assignments, words)
    after = _scores(results)
    changed = sum(after[key] != before.get(key) for key in after)
    click.echo(labels.label("cli.rejudge.changed", count=changed) if changed else labels.label("cli.rejudge.same"))
    return finish(reports)


def _scores(results: Path) -> dict[str, object]:
    """Return the scores that stand in the files of a folder of results, by file."""
    files = sorted((results / "reports").glob("*/*.json"))
    return {str(file): json.loads(file.read_bytes())["score"] for file in files}
