"""Measures how far verdicts on speed can be relied on here: the spread of the blocks, and what a verdict costs."""

import statistics
import sys
import time
from pathlib import Path

from grader import app
from grader.checks._statistics import middle, net, spread
from grader.config import load_course
from grader.grading.pipeline import grade
from grader.model.evidence import Measurement

COURSE = Path(__file__).parents[1] / "e2e" / "speed"
ROUNDS = 7


def main() -> None:
    """Print the table."""
    grader = app.build(load_course(COURSE / "grader.yaml"), ["smooth"], device="cpu")
    assignment = grader.assignments["smooth"]
    solution = app.authors(assignment.reference, assignment)
    grade(solution, assignment, grader.tools, app.check)  # the server of boxes starts with the first one
    rounds = []
    for _ in range(ROUNDS):
        start = time.monotonic()
        evidence = grade(solution, assignment, grader.tools, app.check).evidence
        rounds.append((time.monotonic() - start, evidence.exercises[0].runs[-1].measurement))
    grader.tools.sandbox.close()
    measured = [each for _, each in rounds if each]
    for name, figure in (
        ("work of the reference", f"{1e3 * statistics.median(map(_work, measured)):.2f} ms"),
        ("its request without the work", f"{1e3 * statistics.median(middle(each.null_s) for each in measured):.2f} ms"),
        ("spread of the blocks", f"{100 * statistics.median(map(_spread, measured)):.1f} %"),
        ("blocks until it is decided", f"{statistics.median(len(each.null_s) // 2 for each in measured):g}"),
        ("submission graded in", f"{statistics.median(seconds for seconds, _ in rounds):.1f} s"),
    ):
        sys.stdout.write(f"| {name} | {figure} |\n")


def _work(measured: Measurement) -> float:
    return middle(net(measured.reference_s, measured.null_s))


def _spread(measured: Measurement) -> float:
    student, reference = (net(samples, measured.null_s) for samples in (measured.student_s, measured.reference_s))
    return spread([mine / its for mine, its in zip(student, reference, strict=True)])


if __name__ == "__main__":
    main()
