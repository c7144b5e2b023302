"""A report in a notebook, in Chromium: it is readable on light and on dark pages, and changes nothing around it."""

import pytest
from filled_report import FILLED, FILLED_ASSIGNMENT
from looking import View, axe_faults, layout_faults, opened
from playwright.sync_api import Browser

from grader.feedback.catalogue import Catalogue
from grader.feedback.notebook import Display
from grader.feedback.translator import Translator

# Background and text of the themes of JupyterLab, and of Colab in the dark.
THEMES = {
    "jupyter": ("#ffffff", "rgba(0,0,0,.87)"),
    "jupyter-dark": ("#111111", "rgba(255,255,255,.87)"),
    "colab-dark": ("#383838", "#e3e3e3"),
}


def page(theme: str) -> str:
    translator = Translator(catalogue=Catalogue.load(), language="bn")
    shown = Display(report=FILLED, assignment=FILLED_ASSIGNMENT, translator=translator)._repr_html_()
    background, text = THEMES[theme]
    style = f"background:{background};color:{text};font:13px system-ui"
    around = f'<!doctype html><html lang="en"><title>notebook</title><body style="{style}"><main>'
    return f"{around}<h1>Lab <code>1</code></h1>{shown}</main></body></html>"


@pytest.mark.parametrize("theme", THEMES)
def test_it_can_be_read(theme: str, browser: Browser) -> None:
    with opened(browser, page(theme), View(width=700)) as shown:
        assert layout_faults(shown) == []
        assert axe_faults(shown) == []


def test_what_is_around_it_looks_as_before(browser: Browser) -> None:
    looks = """[...document.querySelectorAll('main > h1, main > h1 > code')].map(
        (each) => JSON.stringify({...getComputedStyle(each)}))"""
    with opened(browser, page("jupyter")) as shown:
        beside = shown.evaluate(looks)
        shown.evaluate("document.querySelector('.grader-report').remove()")
        assert len(beside) == 2
        assert beside == shown.evaluate(looks)
