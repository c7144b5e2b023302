"""Makes the pictures of docs/gallery.md: `make gallery`. Everything in them comes from commands that a user types."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

import click
import large_class
from looking import DARK, DESKTOP, PHONE, View, opened
from markdown_it import MarkdownIt
from playwright.sync_api import Browser, FloatRect, sync_playwright
from rich.console import Console
from rich.progress import track
from rich.text import Text as Styled

from grader.config import load_assignments, load_course
from grader.feedback.catalogue import Catalogue
from grader.feedback.notebook import Display
from grader.feedback.overview.page import page as overview
from grader.feedback.translator import Translator
from grader.feedback.webpage import fonts
from grader.model.text import Language
from grader.store.published import published

ROOT = Path(__file__).parents[2]
SPEED = ROOT / "tests/e2e/speed"
WRONG = "vec_add/s003"  # a submission that shows much
TIMED = SPEED / "programs/honest_slow.py"
TALLEST = 1500  # CSS pixels of a page that are shown
COLUMNS = 80
TRIES = 20  # at a measurement
LANGUAGES: tuple[Language, ...] = ("bn", "en")
PAGE = View(width=800)


@dataclass(frozen=True, kw_only=True)
class Shot:
    """One picture."""

    name: str
    page: str  # HTML
    view: View = PAGE
    tallest: int = TALLEST


def grader(*arguments: str | Path, folder: Path, typed: str = "") -> str:
    """Return what a command of `grader` prints in a terminal of 80 columns, colours included."""
    told = {**os.environ, "COLUMNS": str(COLUMNS), "FORCE_COLOR": "1", "TERM": "xterm-256color"}
    done = subprocess.run([sys.executable, "-m", "grader", *map(str, arguments)], cwd=folder, env=told, input=typed,
                          capture_output=True, text=True, check=False)  # fmt: skip
    if done.returncode > 1:
        raise click.ClickException(done.stdout + done.stderr)
    return done.stdout


def framed(body: str, style: str) -> str:
    """Return a page in the fonts of the reports."""
    faces = "".join(
        f'@font-face{{font-family:"Bangla";font-weight:{font.weight};src:url(data:font/woff2;base64,{font.base64})}}'
        for font in fonts()
    )
    return f"<!doctype html><meta charset=utf-8><style>{faces}{style}</style><body>{body}</body>"


def terminal(command: str, printed: str) -> str:
    """Return a page that looks like a terminal in which a command was typed."""
    console = Console(record=True, width=COLUMNS, file=StringIO())
    console.print(Styled(f"$ {command}", style="bold"))
    console.print(Styled.from_ansi(printed), soft_wrap=True)
    body = console.export_html(inline_styles=True, code_format="<pre>{code}</pre>")
    style = "body{margin:1rem;width:max-content}pre{font:15px/1.7 'DejaVu Sans Mono','Bangla',monospace;margin:0}"
    return framed(body, style)


def markdown(text: str) -> str:
    """Return a page that shows Markdown as a code forge does."""
    style = """body{max-width:48rem;margin:1rem;font:16px/1.7 "Bangla",sans-serif}
    code{background:#eff1f3;padding:0 .3em}
    table{border-collapse:collapse}th,td{border:1px solid #d0d7de;padding:.3rem .7rem}
    pre{background:#f6f8fa;padding:1rem}
    blockquote{border-left:4px solid #d0d7de;margin:0;padding:0 1rem}"""
    return framed(MarkdownIt("commonmark", {"html": True}).enable("table").render(text), style)


def notebook(course: Path, language: Language) -> str:
    """Return a page that shows a report below the cell of which it is the value."""
    (report,) = (each for each in published(course / "results") if f"{each.assignment}/{each.student}" == WRONG)
    (assignment,) = load_assignments(load_course(course / "grader.yaml"), [report.assignment])
    words = Translator(catalogue=Catalogue.load(), language=language)
    shown = Display(report=report, assignment=assignment, translator=words)._repr_html_()
    style = """body{margin:1rem;font:14px/1.5 "Bangla",system-ui,sans-serif;background:#111;color:#dedede}
    .cell{font-family:monospace;background:#212121;border:1px solid #424242;padding:.4rem .6rem;margin-bottom:.6rem}"""
    return framed(f'<div class="cell">report</div>{shown}', style)


@contextmanager
def graded() -> Iterator[Path]:
    """Make a folder with a course, whose submissions are graded."""
    with tempfile.TemporaryDirectory() as name:
        course = Path(name, "course")
        for each in ("assignments", "reference", "submissions"):
            shutil.copytree(ROOT / each, course / each)
        shutil.copy(ROOT / "grader.yaml", course)
        handed_in = course / "timed/smooth/s101"
        handed_in.mkdir(parents=True)
        shutil.copy(TIMED, handed_in)
        grader("batch", folder=course)
        yield course


def shots(course: Path, language: Language) -> Iterator[Shot]:
    """Yield the pictures in one language."""
    results, said = course / "results", ("--lang", language)
    grader("rejudge", "results", *said, folder=course)
    wrong = results / "reports" / WRONG
    page = wrong.with_suffix(".html").read_text(encoding="utf-8")
    yield Shot(name="report", page=page, tallest=2600)
    yield Shot(name="report-phone", page=page, view=PHONE)
    yield Shot(name="report-dark", page=page, view=DARK)
    yield Shot(name="report-speed", page=timed(course, said))
    yield Shot(name="notebook", page=notebook(course, language))
    yield Shot(name="markdown", page=markdown(wrong.with_suffix(".md").read_text(encoding="utf-8")), tallest=2400)
    for name, command, folder, typed in (
        ("terminal", f"grade submissions/{WRONG}/vec_add.py --assignment vec_add", course, ""),
        ("messages", "messages cuda.bounds-guard", ROOT, ""),
        ("review", "review results --reviewer teacher", course, "q\n"),
    ):
        printed = grader(*command.split(), *said, folder=folder, typed=typed)
        yield Shot(name=name, page=terminal(f"grader {command}", printed), view=View(width=900), tallest=2000)
    words = Translator(catalogue=large_class.CATALOGUE, language=language)
    yield Shot(
        name="overview",
        page=overview(large_class.reports(), large_class.ASSIGNMENTS, words),
        view=DESKTOP,
        tallest=6500,
    )


def timed(course: Path, said: tuple[str, str]) -> str:
    """Return a report on speed, measured again where the machine was too busy for a verdict."""
    found = course
    for _ in range(TRIES):
        grader("batch", course / "timed", "--out", course / "fast", "--device", "cpu", *said, folder=SPEED)
        (found,) = (course / "fast/reports").glob("*/*.html")
        if '"undecided"' not in found.with_suffix(".json").read_text(encoding="utf-8"):
            break
    return found.read_text(encoding="utf-8")


def paper(course: Path, language: Language, folder: Path) -> None:
    """Draw the first page of a report on paper."""
    with tempfile.TemporaryDirectory() as name:
        file = Path(name, "report.pdf")
        submission = f"submissions/{WRONG}/vec_add.py"
        grader("grade", submission, "--assignment", "vec_add", "--pdf", file, "--lang", language, folder=course)
        drawn = ["pdftoppm", "-png", "-r", "80", "-singlefile", str(file), str(folder / f"paper.{language}")]
        subprocess.run(drawn, check=True)


def draw(browser: Browser, shot: Shot, file: Path) -> None:
    """Draw one picture."""
    with opened(browser, shot.page, shot.view) as page:
        height = page.evaluate("Math.ceil(document.body.getBoundingClientRect().bottom) + 16")
        clip = FloatRect(x=0, y=0, width=shot.view.width, height=min(height, shot.tallest))
        page.screenshot(path=file, full_page=True, clip=clip)


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), default=ROOT / "docs/gallery")
def main(folder: Path) -> None:
    """Draw all pictures into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with graded() as course, sync_playwright() as played:
        browser = played.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for language in track(LANGUAGES, "languages"):
            for shot in shots(course, language):
                draw(browser, shot, folder / f"{shot.name}.{language}.png")
            paper(course, language, folder)
        browser.close()


if __name__ == "__main__":
    main()
