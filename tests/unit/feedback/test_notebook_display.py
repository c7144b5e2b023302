"""What a notebook shows for a report: one element that leaves the rest of the page as it is."""

import re
from dataclasses import replace

import pytest
from filled_report import FILLED, FILLED_ASSIGNMENT, HELD
from fixed_reports import MIXED

from grader.feedback.catalogue import Catalogue
from grader.feedback.notebook import Display
from grader.feedback.translator import Translator
from grader.model.report import Report
from grader.model.text import Language


def display(report: Report = FILLED, language: Language = "bn") -> Display:
    translator = Translator(catalogue=Catalogue.load(), language=language)
    return Display(report=report, assignment=FILLED_ASSIGNMENT, translator=translator)


def element(report: Report = FILLED, language: Language = "bn") -> str:
    return display(report, language)._repr_html_()


@pytest.mark.parametrize("report", [FILLED, MIXED])
def test_nothing_runs_and_nothing_is_fetched(report: Report) -> None:
    assert not re.search(r"<script|<link|<iframe|\son\w+=|https?:|url\((?!#)|@font-face|@import", element(report))


def test_every_rule_of_style_is_nested_in_the_element() -> None:
    style = re.findall(r"<style>(.*?)</style>", element(), re.DOTALL)
    assert len(style) == 1
    rules = style[0].strip()
    assert rules.startswith(".grader-report{")
    depth = 0
    for at, sign in enumerate(rules):
        depth += {"{": 1, "}": -1}.get(sign, 0)
        assert depth > 0 or at < len(".grader-report") or at == len(rules) - 1
    assert depth == 0
    assert not re.search(r":root|\bbody\b|\bhtml\b", rules)


def test_two_reports_on_one_page_share_no_name() -> None:
    one, other = (set(re.findall(r'id="([^"]+)"', element(report))) for report in (FILLED, replace(FILLED, seconds=9)))
    assert one
    assert not one & other
    assert set(re.findall(r'href="#([^"]+)"', element())) <= one


def test_the_same_report_is_the_same_output() -> None:
    assert element() == element()


@pytest.mark.parametrize("language", ["bn", "en"])
def test_a_hidden_input_stays_hidden(language: Language) -> None:
    assert HELD not in element(FILLED, language)
    assert HELD not in repr(display(FILLED, language))


def test_without_a_browser_there_is_plain_text() -> None:
    text = repr(display(language="en"))
    assert text.startswith("Vector add: the first CUDA kernel · s005 · vec_add.py\nTotal: 2/10\n")
    assert "\x1b" not in text
    assert max(map(len, text.splitlines())) <= 80
