"""The HTML report: one small file that shows the student's code, and nothing of a hidden case."""

import re
from dataclasses import replace
from html import unescape

import pytest
from filled_report import FILLED, FILLED_ASSIGNMENT, HELD, NOTEBOOK, SOURCE, TAIL

from grader.feedback import html
from grader.feedback.catalogue import Catalogue
from grader.feedback.translator import Translator
from grader.model.report import Report
from grader.model.submission import Cell
from grader.model.text import Language

LANGUAGES: tuple[Language, ...] = ("bn", "en")
MARKED = re.compile(r'<div class="marked" id="(\w+)"><b>\d+</b><code>(.*?)</code></div>')


def page(report: Report = FILLED, language: Language = "en") -> str:
    return html.report(report, FILLED_ASSIGNMENT, Translator(catalogue=Catalogue.load(), language=language))


def marked(report: Report) -> dict[str, str]:
    """Return the text of the marked lines by their anchors."""
    return {anchor: unescape(re.sub(r"<[^>]+>", "", line)) for anchor, line in MARKED.findall(page(report))}


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_of_a_hidden_case_is_on_the_page(language: Language) -> None:
    shown = page(language=language)
    assert HELD not in shown
    assert "#L19" not in shown  # nor the line that a hidden case led to


def test_a_finding_that_is_not_hidden_is_shown_with_all_of_it() -> None:
    shown = [replace(each, finding=replace(each.finding, hidden=False)) for each in FILLED.verdicts]
    assert page(replace(FILLED, verdicts=tuple(shown))).count(HELD) > 5


@pytest.mark.parametrize(
    ("line", "language"), [("x = 1", "en"), ("value = [" + "ab, 1.5, 'c', " * 80 + "]", "bn"), ("<&>" * 300, "bn")]
)
def test_a_page_is_small_however_long_the_code(line: str, language: Language) -> None:
    long = replace(FILLED, cells=(Cell(source=f"{SOURCE}{line}\n" * 2000),))
    shown = page(long, language)
    assert len(shown.encode()) <= html.LARGEST
    told = {"bn": "টি লাইন দেখানো হয়নি", "en": "Lines that are not shown here"}
    assert told[language] in shown
    assert set(marked(long)) == {"L9", "L10"}


def test_a_page_is_small_however_many_pictures_it_has() -> None:
    noise = tuple(tuple(float((row * 37 + column * column) % 3 == 0) for column in range(64)) for row in range(24))
    (one,) = (each for each in FILLED.verdicts if each.check == "values")
    many = tuple(
        replace(one, finding=replace(one.finding, case=f"n={n}", picture=replace(TAIL, cells=noise))) for n in range(25)
    )
    shown = page(replace(FILLED, verdicts=many))
    assert len(shown.encode()) <= html.LARGEST
    assert shown.count("They lie within") == 25
    assert '<svg class="cells"' not in shown
    assert '<svg class="cells"' in page(replace(FILLED, verdicts=many[:5]))


def test_the_lines_of_messages_are_marked_in_a_file_and_in_a_notebook() -> None:
    assert {anchor: line.split("  #")[0].strip() for anchor, line in marked(FILLED).items()} == {
        "L9": "i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x",
        "L10": "c[i] = a[i] + b[i]",
    }
    assert marked(NOTEBOOK) == {"c2L2": "z = y +"}
    assert '<div class="code" translate="no" lang="en" id="c1">' in page(NOTEBOOK)  # a whole cell


def test_a_source_can_neither_leave_its_line_nor_hide_what_it_says() -> None:
    source = "x = 1  # </code><script>alert(1)</script>\n#\u202e\x1b[31m\u0000 reversed\n"
    shown = page(replace(FILLED, cells=(Cell(source=source),)))
    assert "<script" not in shown
    assert not set(shown) & {"\u202e", "\x1b", "\0"}


def test_words_are_coloured_by_what_they_are_in_python_and_in_cuda_c() -> None:
    assert '<span class="k">def</span> <span class="f">vec_add</span>' in page()
    cuda = Cell(source="__global__ void saxpy(float *x) { x[0] = 2; } // wide", kind="cuda_c")
    shown = page(replace(FILLED, cells=(cuda,)))
    assert '<span class="c">// wide</span>' in shown
    assert '<span class="k">' in shown


def test_english_sentences_in_a_bangla_page_are_told_to_be_english() -> None:
    shown = page(language="bn")
    assert '<code translate="no" lang="en">TypingError: cannot determine Numba type of' in shown
    assert '<code translate="no">blockIdx = 3, threadIdx = 232</code>' in shown


def test_a_page_without_marked_lines_keeps_the_code_folded() -> None:
    shown = page(replace(FILLED, verdicts=FILLED.verdicts[6:8]))
    assert re.search(r"<details><summary>Show the code</summary>\s*<div class=\"code\"", shown)
    assert not MARKED.search(shown)
