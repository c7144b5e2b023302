"""One self-check, from the id of an assignment to the report that is shown."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from grader import app, intake
from grader.errors import GraderError, UsageError
from grader.feedback.catalogue import Catalogue
from grader.feedback.faults import told
from grader.feedback.labels import Labels
from grader.feedback.notebook import Display
from grader.feedback.translator import Translator
from grader.model.submission import Submission
from grader.model.text import Language
from grader.selfcheck import program
from grader.store import editions
from grader.store.editions import Edition

FOLDER = "self-check"  # of public editions, beside the notebooks of a course
OWN = Path(__file__).parent / "course"  # the editions of our own course
_ANYTHING = "E"  # the weakest isolation: everybody may run their own code as they like


def run(assignment: str, course: Path | None, language: Language | None) -> None:
    """Check the running notebook, or the running script, and show the report; a fault is told in a sentence."""
    shell = program.shell()
    labels = Labels(language="en" if language == "en" else "bn")  # until the course's language is known
    show = _in_notebook(labels.label("selfcheck.running")) if shell else print
    try:
        shown: object = _checked(assignment, course, language, shell)
    except GraderError as error:
        shown = _Plain(f"{labels.label('selfcheck.failed')}\n  {told(error, labels.language)}")
    except Exception as error:  # noqa: BLE001 - no traceback ever reaches a student
        shown = _Plain(f"{labels.label('cli.wrong.grader')}\n  {type(error).__name__}: {error}")
    show(shown)


def _checked(name: str, course: Path | None, language: Language | None, shell: Any) -> Display:
    if language not in {None, "bn", "en"}:
        raise UsageError(f"lang: expected bn or en, got {language!r}")
    found = edition(name, course)
    assignment = found.assignment
    grader = app.assembled(found.course, {assignment.id: assignment}, isolation=_ANYTHING)
    shared = [found.course.messages] if found.course.messages else []
    own = [assignment.messages] if assignment.messages else []
    translator = Translator(
        catalogue=Catalogue.load(*shared, *own),
        language=language or found.course.language,
        digits=found.course.digits,
    )
    try:
        report = grader.self_check(_submission(found, shell))
    finally:
        grader.tools.sandbox.close()
    return Display(report=report, assignment=assignment, translator=translator)


def _submission(edition: Edition, shell: Any) -> Submission:
    assignment = edition.assignment
    if shell:
        return intake.live(program.executed(shell), assignment=assignment.id, submit=assignment.submit)
    script = program.script()
    if script is None:
        raise UsageError("grader.check works in a notebook and in a script; here it cannot see what was typed")
    return replace(app.authors(script, assignment), student="", file=script.name)


def edition(name: str, course: Path | None) -> Edition:
    """Return the public edition of an assignment: of the course in a folder, else of the nearest one, else of our own.

    Raises:
        UsageError: there is none of this name; says which there are.
        StoreError: it is damaged.
    """
    above = (folder / FOLDER for folder in (Path.cwd(), *Path.cwd().parents))
    folders = [course] if course else [*above, OWN]
    known = {found: folder / found for folder in reversed(folders) for found in editions.names(folder)}
    if name not in known:
        near = get_close_matches(name, known, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(sorted(known)) or 'none'}"
        raise UsageError(f"no assignment to check is called {name!r} ({hint})")
    return editions.load(known[name])


@dataclass(frozen=True)
class _Plain:
    """A text that a notebook shows as it is, without quotes."""

    text: str

    def __repr__(self) -> str:
        return self.text


def _in_notebook(waiting: str) -> Callable[[object], None]:
    """Show a text while something is going on, and return what puts the result in its place."""
    from IPython.display import display

    handle = display(_Plain(waiting), display_id=True)  # type: ignore[no-untyped-call] # IPython has no types
    return handle.update  # type: ignore[no-any-return] # IPython has no types
