"""Fixed reports for the golden files: a full pass, a mixed one, an unreadable one."""

from decimal import Decimal
from pathlib import Path

from grader.model.assignment import Assignment, CheckSpec, Exercise
from grader.model.report import Report
from grader.model.submission import Note
from grader.model.text import Text
from grader.model.verdict import Example, Finding, Score, Status, Verdict

_NOTHING = Text(bn="", en="")

ASSIGNMENT = Assignment(
    id="vec_add",
    title=Text(bn="vector add: প্রথম CUDA kernel", en="Vector add: the first CUDA kernel"),
    statement=_NOTHING,
    folder=Path("/course/assignments/vec_add"),
    submit=("vec_add.py",),
    starter=Path("/course/assignments/vec_add/starter/vec_add.py"),
    reference=Path("/course/reference/vec_add/solution.py"),
    exercises=(
        Exercise(
            id="kernel",
            title=Text(bn="kernel-টি লিখুন", en="Write the kernel"),
            statement=_NOTHING,
            language="numba_cuda",
            checks=(
                CheckSpec(id="right", kind="output", points=Decimal(6), title=Text(bn="`c` ঠিক", en="`c` is right")),
                CheckSpec(id="safe", kind="memory_safety", points=Decimal("1.5")),
                CheckSpec(id="fast", kind="speed", points=Decimal("2.5"), needs=("right",)),
            ),
        ),
    ),
)


def report(student: str, **changes: object) -> Report:
    plain: dict[str, object] = {
        "student": student,
        "assignment": "vec_add",
        "file": "vec_add.py",
        "submission_digest": "ab" * 32,
        "assignment_digest": "cd" * 32,
        "graded_at": "2026-12-01T06:12:00+00:00",
        "seconds": 3.25,
        "device": "virtual",
        "sandbox": "local",
        "isolation": "E",
        "machine": {"python": "3.11.2", "numba": "0.60.0"},
        "verdicts": (),
        "score": None,
    }
    return Report(**(plain | changes))  # type: ignore[arg-type]  # the names and types above are Report's


def verdict(check: str, kind: str, points: str, awarded: str, finding: Finding) -> Verdict:
    return Verdict(
        exercise="kernel",
        check=check,
        kind=kind,
        points=Decimal(points),
        awarded=Decimal(awarded),
        finding=finding,
    )


_PASSED = Finding(status=Status.PASS)

PASS = report(
    "s001",
    device="cuda",
    sandbox="zygote",
    isolation="B",
    verdicts=(
        verdict("right", "output", "6", "6", _PASSED),
        verdict("safe", "memory_safety", "1.5", "1.5", _PASSED),
        verdict("fast", "speed", "2.5", "2.5", _PASSED),
    ),
    score=Score(earned=Decimal(10), open=Decimal(0), possible=Decimal(10)),
)

# The values are a student's attempt to leave the code span, in every format.
HOSTILE = {
    "name": "c|<b>",
    "wrong": 3,
    "total": 1234567,
    "index": "[7]",
    "expected": "14.0",
    "got": "[red]7`</code><script>alert(1)</script>\n# ![x](y)\x1b[31m",
}

_SMALLEST = Example(case="n=3, values=arange", inputs=("a = [0, 1, 2]", "n = 3"), place="c[1]", expected="2", got="nan")
_WRONG = Finding(status=Status.FAIL, code="output.wrong-values", params=HOSTILE, case="n=1000", example=_SMALLEST)
_HIDDEN = Finding(status=Status.FAIL, code="output.tail-unwritten", case="hidden-1", hidden=True)
_UNTIMED = Finding(status=Status.DEFER, code="device.cannot-time", params={"device": "virtual"})

MIXED = report(
    "s002",
    verdicts=(
        verdict("right", "output", "6", "0", _WRONG),
        verdict("safe", "memory_safety", "1.5", "0", _HIDDEN),
        verdict("fast", "speed", "2.5", "0", _UNTIMED),
    ),
    score=Score(earned=Decimal(0), open=Decimal("2.5"), possible=Decimal(10)),
    notes=(
        Note(code="note.shell-skipped", params={"cells": ("cell 1",), "count": 2}),
        Note(code="note.renamed", params={"file": "vec_add (1).py", "expected": "vec_add.py"}),
    ),
)

LATE = report(
    "s004",
    verdicts=(
        verdict("right", "output", "6", "6", _PASSED),
        verdict("safe", "memory_safety", "1.5", "1.5", _PASSED),
        verdict("fast", "speed", "2.5", "0", _UNTIMED),
    ),
    score=Score(earned=Decimal("7.5"), open=Decimal("2.5"), possible=Decimal(10), late=Decimal("0.2")),
    terms=(
        Note(
            code="score.late",
            params={
                "days": 2,
                "due": "2026-12-15T23:59:00+06:00",
                "at": "2026-12-17T10:30:00+06:00",
                "per_day": Decimal("0.1"),
                "share": Decimal("0.2"),
            },
        ),
        Note(code="score.best-attempt", params={"attempt": 3, "graded": 10}),
        Note(code="score.attempts-over", params={"limit": 10, "left": 2}),
    ),
    submitted_at="2026-12-17T10:30:00+06:00",
    attempt=3,
    attempts=12,
)

UNREADABLE = report(
    "s003",
    file="lab.ipynb",
    problem=Note(code="intake.not-json", params={"error": "Unterminated string: line 41 column 9"}),
)

REPORTS = {"pass": PASS, "mixed": MIXED, "late": LATE, "unreadable": UNREADABLE}
