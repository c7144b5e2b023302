"""`grader export-student DIR`: what students get, and nothing that is hidden."""

import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader import __version__
from grader.cli.common import chosen, course, option, running, tracked, translator
from grader.cli.common import command as make
from grader.errors import UsageError
from grader.feedback.labels import Labels
from grader.text.paths import shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grader.app import Grader
    from grader.feedback.translator import Translator
    from grader.feedback.worksheet import Home
    from grader.model.assignment import Assignment, Course

WHEEL = f"grader-{__version__}-py3-none-any.whl"
EDITIONS = "self-check"  # where `grader.check` looks for public editions
_GITHUB = re.compile(r"https://github\.com/([\w.-]+)/([\w.-]+?)(?:\.git)?(?:/tree/([\w.-]+)(?:/([\w./-]+))?)?/?")


def command(labels: Labels) -> click.Command:
    """Return the command."""
    folder = click.Argument(["folder"], metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
    ids = click.Argument(["ids"], nargs=-1, metavar="[ID…]")
    return make(labels, "export-student", run, [
        folder,
        ids,
        option(labels, "install", metavar="WHEEL", default=WHEEL),
        option(labels, "github", metavar="URL", callback=_home),
        *running(labels),
    ])  # fmt: skip


def run(
    labels: Labels, *, folder: Path, ids: tuple[str, ...], install: str, github: "Home | None", **options: Any
) -> None:
    """Write the folder; one that holds anything else than an earlier export is refused."""
    from grader import app

    if folder.is_dir() and any(folder.iterdir()) and not (folder / EDITIONS).is_dir():
        raise UsageError(f"{shown(folder)} is not empty, and holds no earlier export: name another folder")
    opened = course()
    grader = app.build(opened, ids, **chosen(**options)).ready()
    try:
        found = [*grader.assignments.values()]
        words = translator(labels, opened, found)
        made = _editions(grader, folder)
        tracked(made, labels.label("cli.export-student.progress"), len(found))
    finally:
        grader.tools.sandbox.close()
    for assignment in found:
        _write(assignment, folder / assignment.id, words, install, github)
    (folder / "README.md").write_text(_readme(opened, found, words), encoding="utf-8", newline="\n")
    click.echo(labels.label("cli.export-student.done", path=shown(folder)))


def _editions(grader: "Grader", folder: Path) -> "Iterator[str]":
    from grader.store.editions import Edition, save

    for name in grader.assignments:
        made = Edition(schema=1, course=grader.course, assignment=grader.edition(name))
        save(made, folder / EDITIONS / name)
        yield name


def _write(assignment: "Assignment", folder: Path, words: "Translator", install: str, github: "Home | None") -> None:
    from grader.feedback import starter, worksheet
    from grader.feedback.handout import handout, markdown

    folder.mkdir(parents=True, exist_ok=True)
    page = handout(assignment, words)
    shutil.copyfile(assignment.starter, folder / assignment.starter.name)
    notebook = worksheet.notebook(page, starter.read(assignment.starter), words, install=install, home=github)
    for name, text in ((f"{assignment.id}.ipynb", notebook), ("README.md", markdown(page, words))):
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


def _readme(opened: "Course", found: "Sequence[Assignment]", words: "Translator") -> str:
    lines = (
        f"# {words.text(opened.title)}",
        "",
        words.label("export.how"),
        "",
        *(f"- [{words.text(each.title)}]({each.id}/README.md)" for each in found),
        "",
        words.label("export.keep"),
    )
    return "\n".join(lines) + "\n"


def _home(_context: click.Context, _option: click.Parameter, address: str | None) -> "Home | None":
    from grader.feedback.worksheet import Home

    if address is None:
        return None
    if not (match := _GITHUB.fullmatch(address)):
        raise click.BadParameter(f"expected https://github.com/OWNER/REPOSITORY/tree/BRANCH/FOLDER, got {address}")
    owner, repository, branch, folder = match.groups(default="")
    return Home(owner=owner, repository=repository, branch=branch or "main", folder=folder.strip("/"))
