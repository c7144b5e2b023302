"""The HTML report in Chromium: boxes neither overlap nor overflow, and axe finds nothing."""

from dataclasses import replace
from functools import cache
from itertools import product

import pytest
from filled_report import FILLED, FILLED_ASSIGNMENT, NOTEBOOK
from fixed_reports import LATE, UNREADABLE
from looking import PHONE, VIEWS, axe_faults, layout_faults, opened
from playwright.sync_api import Browser

from grader.feedback import html
from grader.feedback.catalogue import Catalogue
from grader.feedback.translator import Translator
from grader.model.submission import Cell
from grader.model.text import Language

# A line that no phone is wide enough for, in a program that no page is long enough for.
LONG = replace(
    FILLED, cells=(Cell(source=f"{FILLED.cells[0].source}\n" + "value = [" + "1234567890" * 40 + "]\n" * 2000),)
)
UNMARKED = replace(LATE, cells=FILLED.cells)
REPORTS = {
    "filled": FILLED, "notebook": NOTEBOOK, "late": LATE, "unreadable": UNREADABLE, "long": LONG, "unmarked": UNMARKED,
}  # fmt: skip


@cache
def written(name: str, language: Language) -> str:
    return html.report(REPORTS[name], FILLED_ASSIGNMENT, Translator(catalogue=Catalogue.load(), language=language))


@pytest.mark.parametrize(
    ("name", "view", "language"),
    [
        *product(("filled",), VIEWS, ("bn",)), ("filled", "phone", "en"), ("notebook", "phone", "bn"),
        ("late", "phone", "bn"), ("unreadable", "phone", "bn"), ("long", "phone", "bn"), ("long", "paper", "en"),
    ],
)  # fmt: skip
def test_boxes_neither_overlap_nor_overflow(name: str, view: str, language: Language, browser: Browser) -> None:
    with opened(browser, written(name, language), VIEWS[view]) as page:
        assert layout_faults(page, printed=VIEWS[view].printed) == []


@pytest.mark.parametrize(
    ("name", "view", "language"),
    [("filled", "phone", "bn"), ("filled", "dark", "bn"), ("filled", "paper", "en"), ("notebook", "phone", "bn")],
)
def test_axe_finds_nothing(name: str, view: str, language: Language, browser: Browser) -> None:
    with opened(browser, written(name, language), VIEWS[view]) as page:
        assert axe_faults(page) == []


def test_the_page_is_printed(browser: Browser) -> None:
    with opened(browser, written("filled", "bn")) as page:
        assert page.pdf(prefer_css_page_size=True).startswith(b"%PDF")


def test_code_that_is_folded_away_is_printed(browser: Browser) -> None:
    folded = "document.querySelector('details .code').checkVisibility()"
    with opened(browser, written("unmarked", "bn")) as page:
        assert not page.evaluate(folded)
        page.emulate_media(media="print")
        assert page.evaluate(folded)


def test_the_keyboard_reaches_the_main_part_and_every_table(browser: Browser) -> None:
    with opened(browser, written("filled", "bn"), PHONE) as page:
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.getBoundingClientRect().width") > 50  # the skip link can be seen
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "main"
        regions = page.locator(".scroll").count()
        order = "[...document.querySelectorAll('.scroll')].indexOf(document.activeElement)"
        reached = set()
        page.keyboard.press("Tab")
        while page.evaluate("document.activeElement !== document.body"):
            reached.add(page.evaluate(order))
            assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
            page.keyboard.press("Tab")
        assert reached == {-1, *range(regions)}
        assert regions > 2


def test_a_message_leads_to_its_line_and_the_line_back(browser: Browser) -> None:
    with opened(browser, written("filled", "en"), PHONE) as page:
        links = page.evaluate("[...document.querySelectorAll('a')].map((each) => each.getAttribute('href'))")
        there = page.evaluate("[...document.querySelectorAll('[id]')].map((each) => each.id)")
        assert {link.removeprefix("#") for link in links} <= set(there)
        assert len(there) == len(set(there))
        page.click("article a[href='#L10']")
        marked = page.locator(":target")
        assert "c[i] = a[i] + b[i]" in marked.inner_text()
        title = page.locator("#L10 + .about a")
        title.click()
        assert title.inner_text() in page.locator("article:target h3").inner_text()
