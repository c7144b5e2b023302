"""A report as the value of a cell of a notebook."""

from dataclasses import dataclass
from hashlib import sha256
from io import StringIO

from grader.feedback import html, terminal
from grader.feedback.translator import Translator
from grader.model.assignment import Assignment
from grader.model.report import Report

_COLUMNS = 80


@dataclass(frozen=True, kw_only=True, repr=False)
class Display:
    """Shows a report where a notebook shows values, as HTML or, without a browser, as text."""

    report: Report
    assignment: Assignment
    translator: Translator

    def _repr_html_(self) -> str:
        key = sha256(str(self.report).encode()).hexdigest()[:8]  # an output that is the same makes no change in a file
        return html.fragment(self.report, self.assignment, self.translator, key=f"g{key}-")

    def __repr__(self) -> str:
        """Return what a terminal shows, without colours."""
        from rich.console import Console

        stream = StringIO()
        console = Console(file=stream, width=_COLUMNS, color_system=None)
        terminal.print_report(console, self.report, self.assignment, self.translator)
        return stream.getvalue()
