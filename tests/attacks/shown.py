"""The reports on attacks as a reader would get them: nothing of an attack may work there."""

import io
import re
from collections.abc import Iterator
from dataclasses import replace

from rich.console import Console

from grader.feedback import html, markdown, terminal
from grader.feedback.catalogue import Catalogue
from grader.feedback.translator import Translator
from grader.model.assignment import Assignment
from grader.model.report import Report

LONGEST = 50_000  # characters of a report on one exercise
LONGEST_FORM = 200_000  # as a reader gets it, fonts included
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_WORKING = {  # what texts of the attacks would do in a form
    "terminal": _CONTROLS,
    "Markdown": re.compile(r"<script|\]\(http"),
    "page": re.compile(r"<script>alert|<a href=.http://x"),
}


def faults(report: Report, assignment: Assignment) -> Iterator[str]:
    """Yield what is wrong with a report, in each form."""
    length = len(repr(replace(report, cells=())))  # a student's own source is as long as it is
    if length > LONGEST:
        yield f"the report is {length} characters long"
        return
    for form, text in _forms(report, assignment):
        if len(text) > LONGEST_FORM:
            yield f"{form}: {len(text)} characters long"
        if found := _CONTROLS.search(text):
            yield f"{form}: the control character {found[0]!a}"
        if found := _WORKING[form].search(text):
            yield f"{form}: {found[0]!r} works"


def _forms(report: Report, assignment: Assignment) -> Iterator[tuple[str, str]]:
    translator = Translator(catalogue=Catalogue.load(), language="bn")
    stream = io.StringIO()
    terminal.print_report(Console(file=stream, width=100), report, assignment, translator)
    yield "terminal", stream.getvalue()
    yield "Markdown", re.sub(r"`[^`\n]*`", "", markdown.report(report, assignment, translator))
    yield "page", html.report(report, assignment, translator)
