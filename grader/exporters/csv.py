"""One line per submission, for a spreadsheet."""

import csv
from collections.abc import Sequence
from pathlib import Path

from grader.model.report import Report

_HEAD = (
    "assignment", "student", "file", "awarded", "open", "possible", "final", "problem", "device", "graded_at",
    "deducted", "attempt", "attempts", "submitted_at",
)  # fmt: skip
# A spreadsheet runs a cell that begins so as a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


class CsvExporter:
    """Writes `results.csv`: points, or why there are none."""

    def export(self, reports: Sequence[Report], folder: Path) -> Sequence[Path]:
        """Write the file; a byte order mark lets every spreadsheet read the Bangla in it."""
        path = folder / "results.csv"
        with path.open("w", encoding="utf-8-sig", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(_HEAD)
            writer.writerows([_plain(cell) for cell in _row(report)] for report in reports)
        return (path,)


def _row(report: Report) -> tuple[object, ...]:
    score = report.score
    points: tuple[object, ...] = ("", "", "", "no")
    if score:
        points = (score.awarded, score.open, score.possible, "yes" if score.final else "no")
    problem = report.problem.code if report.problem else ""
    graded = (problem, report.device, report.graded_at)
    handed_in = (score.deducted if score else "", report.attempt, report.attempts, report.submitted_at)
    return (report.assignment, report.student, report.file, *points, *graded, *handed_in)


def _plain(cell: object) -> str:
    text = str(cell)
    return f"'{text}" if text.startswith(_FORMULA) else text
