"""Values of hidden cases in what a student is shown: there must be none."""

import math
import re
import struct
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from grader.grading.pipeline import Graded
from grader.model.assignment import Assignment
from grader.model.report import Report
from grader.model.values import LETTERS, Array, Value
from grader.model.verdict import Finding, Verdict

MOST = 16  # values of each array that are looked for: of more, one would stand in a report by chance
DIGITS = 3  # that a parameter must have to be looked for: shorter numbers stand in every report
LONG_DIGITS = 5  # that a value of an array must have

_EMBEDDED = re.compile(r"base64,[A-Za-z0-9+/=]+")  # fonts and pictures of a page
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?(?:[eE][+-]?\d+)?")
_BANGLA = str.maketrans("০১২৩৪৫৬৭৮৯", "0123456789")


def leaked(graded: Graded, assignment: Assignment, shown: Callable[[Report], str]) -> tuple[str, ...]:
    """Return the values that only hidden cases hold, and that stand in a report because of what was found there.

    Args:
        graded: a report, and the evidence that it rests on.
        assignment: whose public cases hold what may be shown.
        shown: a report as a student gets it, in every format.
    """
    public = {case.id for exercise in assignment.exercises for case in exercise.cases if not case.hidden}
    verdicts = tuple(
        verdict if verdict.finding.case in public else _bare(verdict) for verdict in graded.report.verdicts
    )
    bare = replace(graded.report, verdicts=verdicts, notes=(), problem=None)
    if bare == graded.report:
        return ()
    secret = _numbers_of(graded, assignment, hidden=True) - _numbers_of(graded, assignment, hidden=False)
    found = secret and secret & (_numbers(shown(graded.report)) - _numbers(shown(bare)))
    return tuple(sorted(found))


def _bare(verdict: Verdict) -> Verdict:
    """Return a verdict that tells no more than its status."""
    return replace(verdict, finding=Finding(status=verdict.finding.status))


def _numbers(text: str) -> frozenset[str]:
    """Return the numbers that stand in a text, to six digits and without a sign."""
    plain = _EMBEDDED.sub("", text).translate(_BANGLA)
    return frozenset(_written(float(found.replace(",", ""))) for found in _NUMBER.findall(plain))


def _numbers_of(graded: Graded, assignment: Assignment, *, hidden: bool) -> frozenset[str]:
    """Return the telling numbers of all hidden cases, or of all others."""
    params = [
        value
        for exercise in assignment.exercises
        for case in exercise.cases
        if case.hidden == hidden
        for value in case.params.values()
    ]
    seen = [
        value
        for evidence, reference in zip(graded.evidence.exercises, graded.references, strict=True)
        for run, right in zip(evidence.runs, reference.expected, strict=True)
        if run.case.hidden == hidden
        for values in (run.case.params, run.inputs, run.outputs, right)
        for value in values.values()
    ]
    return _telling(params, DIGITS) | _telling(seen, LONG_DIGITS)


def _telling(values: Iterable[Value], digits: int) -> frozenset[str]:
    """Return the numbers among values that have so many digits, beside zeros in front of them."""
    written = (_written(number) for value in values for number in _elements(value))
    return frozenset(each for each in written if len(re.sub(r"e.*|\D|^0\.0*", "", each)) >= digits)


def _elements(value: Value) -> Iterator[float]:
    """Yield a number, or the first elements of an array; only finite ones."""
    if isinstance(value, Array):
        count = min(MOST, math.prod(value.shape))
        elements = struct.unpack_from(f"<{count}{LETTERS[value.dtype]}", value.data)
        yield from (each for each in elements if math.isfinite(each))
    elif isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e300:
        yield value


def _written(number: float) -> str:
    return f"{abs(number):.6g}"
