"""`grader review [RESULTS]`: the answers that wait for a person, one by one; then everything is judged again."""

import getpass
import json
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.cli import rejudge
from grader.cli.common import EXIT_DONE, EXIT_OPEN, console, course, option
from grader.cli.common import command as make
from grader.feedback.labels import Labels
from grader.text.width import wrap

if TYPE_CHECKING:
    from grader.model.assignment import Course, Endpoint
    from grader.model.review import Waiting

_BAR = "  │ "
_LONGEST = 2000  # characters of an answer that are shown
_FORMS = 5  # ways of writing an answer that are shown
_LONGEST_REASON = 200  # characters; more are not shown to a student
_KEYS = {"s": "skip", "": "skip", "b": "back", "q": "quit"}


def command(labels: Labels) -> click.Command:
    """Return the command."""
    results = click.Argument(
        ["results"], required=False, metavar="[RESULTS]",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
    )  # fmt: skip
    return make(labels, "review", run, [
        results,
        option(labels, "reviewer", metavar="NAME"),
        option(labels, "again", is_flag=True),
        click.Option(["--list", "listed"], is_flag=True, help=labels.label("cli.option.list")),
    ])  # fmt: skip


def run(labels: Labels, *, results: Path | None, reviewer: str | None, again: bool, listed: bool) -> int:
    """Walk the queue, keep every decision at once, and judge again if there was one."""
    from grader import app

    opened = course()
    folder = results or opened.results
    store = app.store(folder)
    ids = sorted({key[0] for key in store.keys()})  # noqa: SIM118 - no mapping
    queue = app.build(opened, ids).waiting(store, again=again) if ids else ()
    if listed:
        click.echo(json.dumps([_plain(each) for each in queue], ensure_ascii=False, indent=2))
        return EXIT_OPEN if queue else EXIT_DONE
    if not queue:
        click.echo(labels.label("cli.review.nothing"))
        return EXIT_DONE
    decided = Walk(labels=labels, course=opened, queue=queue, reviewer=reviewer or _login()).through()
    if not decided:
        return EXIT_OPEN
    click.echo(labels.label("cli.review.kept", count=decided, file=str(opened.reviews)))
    code: int = click.get_current_context().invoke(rejudge.command(labels), results=folder)
    return code


@dataclass(frozen=True, kw_only=True)
class Walk:
    """A way through the queue, in both directions."""

    labels: Labels
    course: "Course"
    queue: "Sequence[Waiting]"
    reviewer: str

    def through(self) -> int:
        """Return how many decisions were made before the end of the queue, or before the person stops."""
        place, decided = 0, 0
        while place < len(self.queue):
            found = self._one(place)
            if found == "quit":
                break
            decided += found == "decided"
            place = max(0, place - 1) if found == "back" else place + 1
        return decided

    def _one(self, place: int) -> str:
        """Return what was done with one answer: `decided`, `skip`, `back` or `quit`."""
        waiting = self.queue[place]
        from grader.feedback.terminal import Printer

        say = Printer(console()).line
        say()
        say(self.labels.label("cli.review.place", place=place + 1, total=len(self.queue)), style="bold")
        for line in shown(waiting, self.labels):
            if line.startswith(_BAR):
                click.echo(line)  # of an answer: broken already, and nothing in it is ours
            else:
                say(line)
        if self.course.suggestions:
            say(self._second(self.course.suggestions, waiting))
        while True:
            said = self._asked("cli.review.points" if waiting.suggested is None else "cli.review.accept").casefold()
            if said in _KEYS:
                return _KEYS[said]
            accepted = said == "a" and waiting.suggested is not None
            points = waiting.suggested if accepted else _points(said, waiting.spec.points)
            if points is not None:
                self._keep(waiting, points, accepted=accepted)
                return "decided"
            click.echo(self.labels.label("cli.review.unclear", most=waiting.spec.points))

    def _keep(self, waiting: "Waiting", points: Decimal, *, accepted: bool) -> None:
        from grader.model.review import Decision
        from grader.store import reviews

        reason = self._asked("cli.review.why-optional" if accepted else "cli.review.why")
        while not (reason or accepted) or len(reason) > _LONGEST_REASON:
            reason = self._asked("cli.review.why")
        task = waiting.task
        decision = Decision(
            assignment=task.assignment, exercise=task.exercise, check=task.check, rubric=task.rubric,
            answer=waiting.answers[0], points=points, of=waiting.spec.points, reviewer=self.reviewer,
            at=datetime.now(UTC).isoformat(timespec="seconds"), reason=reason,
            suggested=waiting.suggested if accepted else None,
        )  # fmt: skip
        reviews.append(self.course.reviews, decision)

    def _asked(self, label: str) -> str:
        question = self.labels.label(label, most=_LONGEST_REASON)
        said: str = click.prompt(question, default="", show_default=False)
        return said.strip()

    def _second(self, endpoint: "Endpoint", waiting: "Waiting") -> str:
        from grader import advice
        from grader.feedback.placeholders import clean

        opinion = advice.ask(endpoint, waiting.spec, waiting.answers[0])
        if opinion.points is None:
            return self.labels.label("cli.review.no-opinion", trouble=clean(opinion.why))
        return self.labels.label("cli.review.opinion", points=opinion.points, why=clean(opinion.why))


def shown(waiting: "Waiting", labels: Labels) -> Iterator[str]:
    """Yield the lines that a person needs to decide: the question, the rubric, the answer, what its words suggest."""
    options, task = waiting.spec.options, waiting.task
    yield f"{task.assignment} / {task.exercise} / {task.check}"
    yield labels.label("cli.review.question", points=waiting.spec.points, question=options["ask"])
    for key, label in (("look_for", "cli.review.look-for"), ("mistaken", "cli.review.mistaken")):
        for idea, words in dict(options.get(key) or {}).items():  # type: ignore[call-overload]  # a mapping, as read
            yield labels.label(label, idea=idea, words=words.split(","))
    if "answer" in options:
        yield labels.label("cli.review.right", answer=options["answer"])
    if found := waiting.decision:
        yield labels.label("cli.review.earlier", points=found.points, who=found.reviewer, at=found.at)
        yield labels.label("cli.review.earlier-why", reason=found.reason)
    yield labels.label("cli.review.answers", count=waiting.count)
    for answer in waiting.answers[:_FORMS]:
        yield from _printable(answer)
        if len(answer) > _LONGEST:
            yield labels.label("cli.review.cut", count=len(answer) - _LONGEST)
    if len(waiting.answers) > _FORMS:
        yield labels.label("cli.review.more-forms", count=len(waiting.answers) - _FORMS)
    if guess := waiting.suggestion:
        yield labels.label(
            "cli.review.suggested",
            points=waiting.suggested,
            found=guess.found,
            missing=guess.missing,
            mistaken=guess.mistaken,
        )


def _printable(answer: str) -> Iterator[str]:
    """Yield the lines of an answer as they were written, without what could move a cursor or hide a letter.

    Each begins with a bar, broken lines too: nothing in an answer can pass for a line of ours.
    """
    from grader.feedback.placeholders import clean

    columns = shutil.get_terminal_size().columns - len(_BAR)
    for line in answer[:_LONGEST].splitlines():
        kept = clean(line, _LONGEST)
        yield from (f"{_BAR}{kept[start:end]}" for start, end in wrap(kept, columns))


def _points(said: str, most: Decimal) -> Decimal | None:
    """Return the points that a person has typed; None if these are no points of this question."""
    from grader.text.quantities import Quantity, quantity

    given = quantity(said)
    if not isinstance(given, Quantity) or given.dimension or not 0 <= given.number <= most:
        return None
    return given.number if given.number == round(given.number, 2) else None


def _login() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError) as error:  # no account of this number
        raise click.UsageError("who are you? --reviewer NAME") from error


def _plain(waiting: "Waiting") -> dict[str, Any]:
    """Return what a program is told of one answer."""
    guess, decision, asked = waiting.suggestion, waiting.decision, waiting.spec.options["ask"]
    return {
        **dict(zip(("assignment", "exercise", "check"), waiting.task.line, strict=True)),
        "question": {"bn": asked.bn, "en": asked.en},  # type: ignore[attr-defined]  # every question has it
        "points": float(waiting.spec.points),
        "answers": list(waiting.answers),
        "count": waiting.count,
        "suggested": None if waiting.suggested is None else float(waiting.suggested),
        "found": list(guess.found) if guess else [],
        "missing": list(guess.missing) if guess else [],
        "mistaken": list(guess.mistaken) if guess else [],
        "decided": float(decision.points) if decision else None,
    }
