"""What all commands share: language, settings, help in that language, exit codes."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from grader.feedback.labels import Labels

if TYPE_CHECKING:
    from rich.console import Console

    from grader.feedback.translator import Translator
    from grader.model.assignment import Assignment, Course
    from grader.model.report import Report

Thing = TypeVar("Thing")

_LOG_WIDTH = 100  # columns

EXIT_DONE, EXIT_OPEN, EXIT_USAGE, EXIT_MACHINE = 0, 1, 2, 3


def labels_of(arguments: Sequence[str]) -> Labels:
    """Return labels in the language and the digits that are wanted: `--lang`, else the course's, else Bangla.

    They are needed before the arguments are parsed and before YAML is loaded, so they are looked up leniently:
    whatever is wrong here is reported when the course is loaded.
    """
    course = _course_text(_value(arguments, "--course"))
    language = _value(arguments, "--lang") or _top_value(course, "language")
    digits = _value(arguments, "--digits") or _top_value(course, "digits")
    return Labels(language="en" if language == "en" else "bn", digits="latin" if digits == "latin" else "auto")


def _course_text(file: str) -> str:
    above = (folder / "grader.yaml" for folder in (Path.cwd(), *Path.cwd().parents))
    path = Path(file) if file else next((each for each in above if each.is_file()), None)
    try:
        return path.read_text(encoding="utf-8") if path else ""
    except (OSError, UnicodeError):
        return ""


def _top_value(text: str, key: str) -> str:
    found = re.search(rf"^{key}:\s*[\"']?(\w+)", text, re.MULTILINE)
    return found[1] if found else ""


def _value(arguments: Sequence[str], option: str) -> str:
    for at, word in enumerate(arguments):
        if word == option and at + 1 < len(arguments):
            return arguments[at + 1]
        if word.startswith(f"{option}="):
            return word.partition("=")[2]
    return ""


def settings(labels: Labels) -> list[click.Parameter]:
    """Return the options that the group and every command take; they may stand anywhere."""

    def keep(context: click.Context, option: click.Parameter, value: Any) -> None:
        if value is not None:
            context.find_root().ensure_object(dict)[option.name] = value

    common: dict[str, Any] = {"expose_value": False, "callback": keep}
    return [
        click.Option(["--lang"], type=click.Choice(["bn", "en"]), help=labels.label("cli.option.lang"), **common),
        click.Option(
            ["--digits"], type=click.Choice(["auto", "latin"]), help=labels.label("cli.option.digits"), **common
        ),
        click.Option(
            ["--course"], type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
            help=labels.label("cli.option.course"), **common,
        ),
        click.Option(["--plain"], is_flag=True, default=None, help=labels.label("cli.option.plain"), **common),
    ]  # fmt: skip


def option(labels: Labels, name: str, *flags: str, **rest: Any) -> click.Option:
    """Return an option, its help text the label `cli.option.<name>`."""
    return click.Option([f"--{name}", *flags], help=labels.label(f"cli.option.{name}"), **rest)


def running(labels: Labels) -> list[click.Parameter]:
    """Return the options of the commands that run code; `chosen` makes of them what a grader is built with."""
    from grader.model.assignment import LEVELS

    return [
        option(labels, "device", metavar="NAME"),
        option(labels, "sandbox", metavar="NAME"),
        option(labels, "require-level", type=click.Choice(LEVELS)),
        option(labels, "unsafe", is_flag=True),
    ]


def chosen(*, device: str | None, sandbox: str | None, require_level: str | None, unsafe: bool) -> Mapping[str, str]:
    """Return the arguments of `app.build` that the options of `running` stand for.

    Raises:
        click.UsageError: two of them contradict each other.
    """
    if unsafe and require_level not in {None, "E"}:
        raise click.UsageError(f"--unsafe accepts no isolation at all, --require-level {require_level} does not")
    return {"device": device or "", "sandbox": sandbox or "", "isolation": "E" if unsafe else require_level or ""}


def command(
    labels: Labels, name: str, run: Callable[..., int | None], params: Sequence[click.Parameter]
) -> click.Command:
    """Return a command; what it returns is the exit code.

    Args:
        labels: of the wanted language.
        name: as it is typed; its help text is the label `cli.<name>.help`.
        run: called with the labels and the values of the parameters.
        params: beside the common ones.
    """
    return click.Command(
        name=name,
        help=labels.label(f"cli.{name}.help"),
        short_help=labels.label(f"cli.{name}.help"),  # Click would cut it at its first full stop
        callback=lambda **values: run(labels, **values),
        params=[*params, *settings(labels)],
    )


class Group(click.Group):
    """The commands together."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is meant; one that does not exist comes with the nearest that does."""
        if args and args[0] not in self.commands:
            near = get_close_matches(args[0], self.commands, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(self.commands)}"
            raise click.UsageError(f"there is no command {args[0]!r} ({hint})", ctx)
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - Click's signature
        """Return the names of the commands in the order of their use, not of the alphabet."""
        return list(self.commands)


def course() -> "Course":
    """Return the course that the settings name, else the nearest above the working folder.

    Raises:
        UsageError: there is none.
        ConfigError: every problem of its file.
    """
    from grader.config import find_course, load_course

    return load_course(setting("course") or find_course(Path.cwd()))


def setting(name: str) -> Any:
    """Return the value of one of the options of `settings`, wherever it stood; None if it was not given."""
    return click.get_current_context().find_root().ensure_object(dict).get(name)


def translator(labels: Labels, course: "Course", assignments: "Sequence[Assignment]") -> "Translator":
    """Return the translator of a course; the messages of an assignment's own are for its reports alone."""
    from grader.feedback.catalogue import Catalogue
    from grader.feedback.translator import Translator

    shared = [course.messages] if course.messages else []
    return Translator(
        catalogue=Catalogue.load(*shared),
        own={each.id: Catalogue.load(*shared, each.messages) for each in assignments if each.messages},
        language=labels.language,
        digits=labels.digits,
    )


def console() -> "Console":
    """Return the terminal.

    With `--plain`, in a file or a pipe, and in a terminal that calls itself dumb, there are no colours, no control
    sequences and no progress bar, and lines have the same length everywhere. `NO_COLOR` takes the colours only.
    """
    from rich.console import Console

    found = Console()
    asked = click.get_current_context().find_root().ensure_object(dict).get("plain")
    if asked or not found.is_terminal or found.is_dumb_terminal:
        return Console(force_terminal=False, color_system=None, width=_LOG_WIDTH)
    return found


def tracked(things: Iterable[Thing], description: str, total: int | None = None) -> list[Thing]:
    """Return all things, showing a progress bar in the terminal while they come.

    Args:
        things: one by one.
        description: what is going on.
        total: how many there will be, where it is known.
    """
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    shown = console()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=shown, transient=True, disable=not shown.is_terminal) as progress:
        return list(progress.track(things, total=total, description=description))


def finish(reports: "Sequence[Report]") -> int:
    """Print every fault of the machine, of which the report tells a student nothing, and return the exit code.

    It is 0 when every score is final, 1 when points are open or a file unreadable, 3 after a machine's fault.
    """
    faults = [report for report in reports if report.problem and report.problem.code == "machine.fault"]
    for report in faults:
        assert report.problem is not None, "chosen for it"
        click.echo(f"{report.assignment}/{report.student}: {report.problem.params.get('error', '')}", err=True)
    if faults:
        return EXIT_MACHINE
    return EXIT_DONE if all(report.score and report.score.final for report in reports) else EXIT_OPEN
