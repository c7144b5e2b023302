"""A class that is made up, always the same: one report of each student, on one of three assignments."""

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from hashlib import sha256

from fixed_reports import ASSIGNMENT, report

from grader.feedback.catalogue import Catalogue
from grader.model.assignment import Assignment, CheckSpec, Exercise
from grader.model.report import Report
from grader.model.submission import Note
from grader.model.text import Text
from grader.model.verdict import Finding, Score, Status, Verdict

CATALOGUE = Catalogue.load()


def _exercise(name: str, bn: str, en: str, *checks: CheckSpec) -> Exercise:
    nothing = Text(bn="", en="")
    return Exercise(id=name, title=Text(bn=bn, en=en), statement=nothing, language="pytorch", checks=checks)


def _check(name: str, kind: str, points: int, *needs: str) -> CheckSpec:
    return CheckSpec(id=name, kind=kind, points=Decimal(points), needs=needs)


_LOOP = (
    _exercise("loop", "training loop", "Training loop", _check("right", "output", 4), _check("scale", "scale", 2)),
    _exercise("time", "সময় মাপা", "Measure time", _check("fast", "speed", 4)),
)
_QUIZ = (
    _exercise("warp", "warp কী", "What is a warp", _check("pick", "choice", 1)),
    _exercise("memory", "কত memory লাগে", "How much memory", _check("amount", "number", 2)),
    _exercise("why", "কেন shared memory", "Why shared memory", _check("say", "short", 3)),
)
ASSIGNMENTS: dict[str, Assignment] = {
    "vec_add": ASSIGNMENT,
    "amp_loop": replace(ASSIGNMENT, id="amp_loop", exercises=_LOOP,
                        title=Text(bn="mixed precision-এ training", en="Training in mixed precision")),
    "quiz_1": replace(ASSIGNMENT, id="quiz_1", exercises=_QUIZ, title=Text(bn="প্রথম quiz", en="The first quiz")),
}  # fmt: skip

# How likely a check passes for the middle student, and what those who fail it are told.
_EASE = {"output": 0.7, "memory_safety": 0.6, "speed": 0.5, "scale": 0.4, "choice": 0.8, "number": 0.5, "short": 0.6}
_WRONG = {
    "output": ("output.wrong-values", "output.tail-unwritten", "run.timeout", "output.not-repeatable"),
    "memory_safety": ("cuda.bounds-guard",),
    "speed": ("perf.too-slow",),
    "scale": ("amp.no-scaler-update",),
    "choice": ("quiz.wrong-choice",),
    "number": ("quiz.wrong-number",),
}


def reports(students: int = 500) -> tuple[Report, ...]:
    """Return the reports of a class."""
    names = list(ASSIGNMENTS)
    return tuple(_report(f"s{number:04}", ASSIGNMENTS[names[number % 3]]) for number in range(students))


def _report(student: str, assignment: Assignment) -> Report:
    seconds = 1.5 + 4 * _chance(student, "seconds") + 60 * (_chance(student, "slow") > 0.98)
    plain = replace(report(student), assignment=assignment.id, seconds=seconds, isolation="B", sandbox="zygote")
    luck = _chance(student, "read")
    if luck > 0.98:
        code = "intake.not-json" if luck > 0.985 else "machine.fault"
        return replace(plain, problem=Note(code=code, params=CATALOGUE.records[code].sample))
    verdicts = tuple(_verdicts(student, assignment))
    open_ = sum((each.points for each in verdicts if each.status.is_open), Decimal(0))
    earned = sum((each.awarded for each in verdicts), Decimal(0))
    possible = sum((each.points for each in verdicts), Decimal(0))
    return replace(plain, verdicts=verdicts, score=Score(earned=earned, open=open_, possible=possible))


def _verdicts(student: str, assignment: Assignment) -> Iterator[Verdict]:
    for exercise in assignment.exercises:
        passed = set[str]()
        for check in exercise.checks:
            finding = _finding(student, exercise.id, check, passed)
            if finding.status is Status.PASS:
                passed.add(check.id)
            awarded = check.points if finding.status is Status.PASS else Decimal(0)
            yield Verdict(exercise=exercise.id, check=check.id, kind=check.kind, points=check.points,
                          awarded=awarded, finding=finding)  # fmt: skip


def _finding(student: str, exercise: str, check: CheckSpec, passed: set[str]) -> Finding:
    if not passed.issuperset(check.needs):
        return _said(Status.SKIP, "check.needs")
    luck = _chance(student, exercise, check.id, "luck")
    if check.kind == "speed" and luck < 0.3:
        return _said(Status.UNDECIDED, "perf.noisy") if luck < 0.05 else _said(Status.DEFER, "device.cannot-time")
    if check.kind == "short":
        return _said(Status.UNDECIDED, "quiz.needs-review") if luck < 0.3 else Finding(status=Status.PASS)
    if _chance(student, "ability") + 0.6 * luck > 1.6 * (1 - _EASE[check.kind]):
        return Finding(status=Status.PASS)
    codes = _WRONG[check.kind]
    return _said(Status.FAIL, codes[int(_chance(student, check.id, "which") ** 2 * len(codes))])


def _said(status: Status, code: str) -> Finding:
    return Finding(status=status, code=code, params=CATALOGUE.records[code].sample)


def _chance(*names: str) -> float:
    """Return a number from 0 to 1 that follows from names."""
    return int.from_bytes(sha256("/".join(names).encode()).digest()[:6]) / 2**48
