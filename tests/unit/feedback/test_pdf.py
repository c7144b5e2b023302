"""Reports as PDF: every word can be read out of them again, and nothing from a student is markup."""

import re
import shutil
import subprocess
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from fixed_reports import ASSIGNMENT, LATE, MIXED, REPORTS

from grader.errors import UsageError
from grader.feedback import markdown
from grader.feedback.catalogue import Catalogue
from grader.feedback.numerals import Digits
from grader.feedback.translator import Translator
from grader.model.pictures import Count, Counts, Timing, WhereWrong
from grader.model.report import Report
from grader.model.submission import Cell
from grader.model.text import Language
from grader.model.verdict import Example, Finding, Shown, Status

pytest.importorskip("typst", reason="the extra `pdf` is not installed")
from grader.feedback import pdf

FONTS = Path(pdf.__file__).parent / "fonts"
needs_poppler = pytest.mark.skipif(shutil.which("pdftotext") is None, reason="poppler is not installed")
_WORD = re.compile(r"[\u0980-\u09ff\u200c\u200d]+|[A-Za-z]+")

MARKUP = '#panic("evaluated") = *x* `y` $ @a <b> \\ // /* https://example.org'
CODE = f'''import numpy as np
def add(a, b, c, n):
    """যোগ করে"""
    c[0] = "{MARKUP}"
    return "{"x" * 180}"
'''
_EXAMPLE = Example(
    case="n=3",
    values=(
        Shown(name="a", role="input", shape=(3,), values=("0", "1", "2")),
        Shown(name="k", role="input", shape=(), values=("77",)),
        Shown(name="c", role="expected", shape=(3,), values=("0", "2", "4")),
        Shown(name="c", role="got", shape=(3,), values=("0", "2.5", "4")),
        Shown(name="m", role="expected", shape=(2, 2), values=("11", "12", "13", "14")),
        Shown(name="m", role="got", shape=(2, 2), values=("11", "12", "13", "15")),
    ),
)
_MAP = WhereWrong(name="c", shape=(100,), wrong=4, cells=((0.0,) * 64, (0.0,) * 32 + (1.0,) * 4))
_TIMING = Timing(student_ms=(2.1, 2.0), beside_ms=(1.0, 1.1), copy=False, low=1.9, ratio=2.05, high=2.3, limit=1.5)
_COUNTS = Counts(items=(Count(name="sectors", counted=12345.0, ideal=4000.0, limit=6000.0),))


def rich() -> Report:
    """Return a report that draws everything there is to be drawn."""
    right, safe, fast = MIXED.verdicts
    wrong = replace(
        right.finding,
        params={**right.finding.params, "name": MARKUP, "where": "vec_add.py:4"},
        example=_EXAMPLE,
        picture=_MAP,
    )
    return replace(
        MIXED,
        student=MARKUP,
        cells=(Cell(source=CODE),),
        verdicts=(
            replace(right, finding=wrong),
            replace(safe, awarded=Decimal("1.5"), finding=Finding(status=Status.PASS, picture=_COUNTS)),
            replace(fast, finding=replace(fast.finding, picture=_TIMING)),
        ),
    )


def translator(language: Language) -> Translator:
    return Translator(catalogue=Catalogue.load(), language=language)


def written(report: Report, language: Language, folder: Path) -> Path:
    path = folder / "report.pdf"
    path.write_bytes(pdf.report(report, ASSIGNMENT, translator(language)))
    return path


def asked(program: str, *arguments: str | Path) -> str:
    """Return what a program of poppler prints."""
    return subprocess.run([program, *arguments], capture_output=True, text=True, check=True).stdout


def read(path: Path, *options: str) -> str:
    return asked("pdftotext", *options, path, "-")


@needs_poppler
@pytest.mark.parametrize("language", ["bn", "en"])
@pytest.mark.parametrize("report", [*REPORTS.values(), rich()], ids=[*REPORTS, "rich"])
def test_the_words_of_a_report_can_be_read_out_of_it_again(report: Report, language: Language, tmp_path: Path) -> None:
    said = set(_WORD.findall(markdown.report(report, ASSIGNMENT, translator(language))))
    found = set(_WORD.findall(read(written(report, language, tmp_path))))
    said -= {"details", "summary"}  # markup of Markdown
    assert len(said) > 30
    assert len(said & found) >= 0.95 * len(said), said - found


@needs_poppler
def test_what_a_student_wrote_stands_there_as_it_is(tmp_path: Path) -> None:
    text = re.sub(r"[\s\u200b]+", " ", read(written(rich(), "en", tmp_path)))
    for piece in ('#panic("evaluated") = *x*', "$ @a <b> \\ // /*", "https://example.org", "যোগ করে"):
        assert piece in text
    assert "x" * 180 in text.replace(" ", "")


@needs_poppler
@pytest.mark.parametrize(
    ("language", "digits", "page"), [("bn", "auto", "১/২"), ("bn", "latin", "1/2"), ("en", "auto", "1/2")]
)
def test_pages_are_counted_in_the_digits_of_the_language(
    language: Language, digits: Digits, page: str, tmp_path: Path
) -> None:
    words = replace(translator(language), digits=digits)
    path = tmp_path / "report.pdf"
    path.write_bytes(pdf.report(LATE, ASSIGNMENT, words))
    assert read(path, "-l", "1").replace(" ", "").rstrip().endswith(page)


@needs_poppler
def test_values_marks_and_pictures_are_told_in_words(tmp_path: Path) -> None:
    text = re.sub(r"\s+", " ", read(written(rich(), "en", tmp_path)))
    told = (
        "77",
        "✗ 2.5",
        "✗ 15",
        "c[96:100]",
        "12,345",
        "fewest needed 4,000",
        "2.05 times",
        "limit 1.5",
        "← Some values",
    )
    assert [piece for piece in told if piece not in text] == []


@needs_poppler
def test_it_is_tagged_titled_and_carries_its_own_fonts(tmp_path: Path) -> None:
    path = written(MIXED, "bn", tmp_path)
    info = asked("pdfinfo", path)
    assert re.search(r"^Title: +vector add: প্রথম CUDA kernel$", info, re.MULTILINE)
    assert re.search(r"^Tagged: +yes$", info, re.MULTILINE)
    assert re.search(r"^Page size: .*A4", info, re.MULTILINE)
    assert b"/Lang(bn" in path.read_bytes()
    fonts = asked("pdffonts", path).splitlines()[2:]
    names = {re.sub(r"^[A-Z]+\+|-Identity-H$", "", line.split()[0]) for line in fonts}
    assert names <= {"NotoSans-Regular", "NotoSans-Bold", "NotoSansBengali-Regular", "NotoSansBengali-Bold",
                     "DejaVuSansMono", "DejaVuSansMono-Bold"}  # fmt: skip


def test_the_same_report_gives_the_same_file() -> None:
    once, again = (pdf.report(LATE, ASSIGNMENT, translator("bn")) for _ in range(2))
    assert once == again


def test_fonts_for_paper_are_those_of_the_web_page() -> None:
    from fontTools.ttLib import TTFont

    for weight in ("Regular", "Bold"):
        web, paper = (TTFont(FONTS / f"NotoSansBengali-{weight}.{kind}") for kind in ("woff2", "ttf"))
        assert web.getBestCmap() == paper.getBestCmap()
        assert web["GSUB"].compile(web) == paper["GSUB"].compile(paper)


def test_without_typst_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "typst", None)
    with pytest.raises(UsageError, match=r"pip install 'grader\[pdf\]'"):
        pdf.require()
