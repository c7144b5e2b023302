"""Reports, whole, against the files in tests/golden/reports/; `pytest --update-goldens` rewrites them."""

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from filled_report import FILLED, FILLED_ASSIGNMENT, HELD
from fixed_reports import ASSIGNMENT, MIXED, REPORTS
from rich.console import Console

from grader.feedback import html, markdown, terminal
from grader.feedback.catalogue import Catalogue
from grader.feedback.overview import page as overview
from grader.feedback.translator import Translator
from grader.model.assignment import Assignment
from grader.model.report import Report
from grader.model.text import Language

FOLDER = Path(__file__).parent / "reports"
LANGUAGES: tuple[Language, ...] = ("bn", "en")


def translator(language: Language) -> Translator:
    return Translator(catalogue=Catalogue.load(), language=language)


def as_text(report: Report, language: Language, assignment: Assignment = ASSIGNMENT) -> str:
    stream = io.StringIO()
    terminal.print_report(Console(file=stream, width=90), report, assignment, translator(language))
    return stream.getvalue()


def as_markdown(report: Report, language: Language, assignment: Assignment = ASSIGNMENT) -> str:
    return markdown.report(report, assignment, translator(language))


def as_page(report: Report, language: Language) -> str:
    return _without_fonts(html.report(report, ASSIGNMENT, translator(language)))


def golden(name: str, shown: str, *, update: bool) -> str:
    """Return what the file of a name holds; see what changed with `pytest --update-goldens` and `git diff`."""
    path = FOLDER / name
    if update:
        path.write_text(shown, encoding="utf-8")
    assert path.exists(), f"{name} is not there yet: pytest --update-goldens"
    return path.read_text(encoding="utf-8")


FORMATS: dict[str, Callable[[Report, Language], str]] = {"txt": as_text, "md": as_markdown, "html": as_page}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("suffix", FORMATS)
@pytest.mark.parametrize("name", REPORTS)
def test_a_report(name: str, suffix: str, language: Language, *, update_goldens: bool) -> None:
    shown = FORMATS[suffix](REPORTS[name], language)
    assert shown == golden(f"{name}.{language}.{suffix}", shown, update=update_goldens)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("suffix", "shown_as"), [("txt", as_text), ("md", as_markdown)])
def test_pictures_and_examples_in_lines_of_text(
    suffix: str, shown_as: Callable[..., str], language: Language, *, update_goldens: bool
) -> None:
    shown = shown_as(FILLED, language, FILLED_ASSIGNMENT)
    assert shown == golden(f"filled.{language}.{suffix}", shown, update=update_goldens)
    assert HELD not in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_and_the_table_of_a_class(language: Language, *, update_goldens: bool) -> None:
    everyone, assignments = tuple(REPORTS.values()), {"vec_add": ASSIGNMENT}
    page = _without_fonts(overview.page(everyone, assignments, translator(language)))
    assert page == golden(f"index.{language}.html", page, update=update_goldens)
    stream = io.StringIO()
    terminal.print_summary(Console(file=stream, width=90), everyone, assignments, translator(language))
    table = stream.getvalue()
    assert table == golden(f"summary.{language}.txt", table, update=update_goldens)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_student_wrote_stays_in_its_code_span(language: Language) -> None:
    assert "<script" not in as_page(MIXED, language)
    assert "\x1b" not in as_text(MIXED, language)
    assert "[red]7" in as_text(MIXED, language)
    spans = re.sub(r"`[^`\n]*`", "", as_markdown(MIXED, language))
    assert "script" not in spans
    assert "![x]" not in spans


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_needs_nothing_from_elsewhere(language: Language) -> None:
    page = html.report(MIXED, ASSIGNMENT, translator(language))
    assert page.count("url(data:font/woff2;base64,d09GMg") == 2  # "wOF2", the magic number of the format
    assert not re.search(r"(?:src|href)=(?!\"#)|https?:|url\((?!data:|#)", page)


@pytest.mark.parametrize("suffix", FORMATS)
def test_missing_isolation_is_told_everywhere(suffix: str) -> None:
    for name, report in REPORTS.items():
        told = "sandbox isolates nothing" in FORMATS[suffix](report, "en")
        assert told == (name != "pass")


def _without_fonts(page: str) -> str:
    return re.sub(r"base64,[A-Za-z0-9+/=]+", "base64,…", page)
