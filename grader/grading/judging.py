"""Evidence to verdicts: every line of every rubric, in the order of need."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches

from grader.grading.scoring import partial
from grader.model.assignment import Assignment, CheckSpec, Exercise
from grader.model.endings import at_cell, ended, missing
from grader.model.evidence import Ending, Evidence, ExerciseEvidence, Reference
from grader.model.submission import Submission
from grader.model.verdict import Finding, Status, Verdict
from grader.ports import Check, Seen

Judges = Callable[[CheckSpec], Check]  # a line of a rubric -> its check

# The worst first: one sure failure decides, whatever else is still open.
_WORST = (Status.FAIL, Status.SKIP, Status.ERROR, Status.UNDECIDED, Status.DEFER, Status.PASS)

# What only the student's own computer has: a keyboard, and their files.
_NOT_HERE = {"EOFError": "py.needs-input", "FileNotFoundError": "py.no-such-file"}


def judge(
    submission: Submission,
    assignment: Assignment,
    evidence: Evidence,
    references: Sequence[Reference],
    judges: Judges,
) -> tuple[Verdict, ...]:
    """Return one verdict for each line of the rubric, in the order of the assignment."""
    verdicts: list[Verdict] = []
    for exercise, seen, reference in zip(assignment.exercises, evidence.exercises, references, strict=True):
        looked = Seen(
            exercise=exercise,
            evidence=seen,
            reference=reference,
            device=evidence.device,
            can_time=evidence.can_time,
            cells=submission.cells,
        )
        verdicts.extend(_exercise(submission, looked, judges))
    return tuple(verdicts)


def _exercise(submission: Submission, seen: Seen, judges: Judges) -> Iterable[Verdict]:
    findings: dict[str, Finding] = {}
    waiting = list(seen.exercise.checks)
    while waiting:
        spec = next(each for each in waiting if all(need in findings for need in each.needs))
        waiting.remove(spec)
        findings[spec.id] = _not_loaded(submission, seen) or _withheld(spec, findings) or _judged(spec, seen, judges)
    for spec in seen.exercise.checks:
        yield _verdict(seen.exercise, spec, findings[spec.id])


def _withheld(spec: CheckSpec, findings: Mapping[str, Finding]) -> Finding | None:
    """Return why a line is not judged: a line that it needs has failed, or is itself still open."""
    unmet = {need: findings[need].status for need in spec.needs if findings[need].status is not Status.PASS}
    if not unmet:
        return None
    lost = [status for status in unmet.values() if not status.is_open]
    status = Status.SKIP if lost else next(iter(unmet.values()))
    return Finding(status=status, code="check.needs", params={"needs": tuple(unmet)})


def _judged(spec: CheckSpec, seen: Seen, judges: Judges) -> Finding:
    try:
        findings = list(judges(spec).judge(seen))
        worst = min(findings, key=lambda finding: (_WORST.index(finding.status), finding.hidden))
    except Exception:  # noqa: BLE001 - whatever a check raises is our fault, and never a zero
        return Finding(status=Status.ERROR, code="grader.fault")
    # What a hidden case holds stays with the judge, whatever a renderer may do.
    return replace(worst, params={}, case="", picture=None) if worst.hidden else worst


def _verdict(exercise: Exercise, spec: CheckSpec, finding: Finding) -> Verdict:
    return Verdict(
        exercise=exercise.id,
        check=spec.id,
        kind=spec.kind,
        points=spec.points,
        awarded=spec.points if finding.status is Status.PASS else partial(spec.points, finding.partial),
        finding=finding,
    )


def _not_loaded(submission: Submission, seen: Seen) -> Finding | None:
    """Return why nothing could be run; None when something was."""
    if seen.evidence.runs:
        return None
    if lacking := missing(seen.evidence.load):
        return Finding(status=Status.DEFER, code=lacking[0], params=lacking[1])
    if seen.evidence.load.ending in {Ending.RETURNED, Ending.NOT_RUN}:  # loaded, and there was no case to run
        return Finding(status=Status.ERROR, code="grader.fault")
    code, params = _load_fault(submission, seen.exercise, seen.evidence)
    return Finding(status=Status.FAIL, code=code, params=params)


def _load_fault(
    submission: Submission, exercise: Exercise, evidence: ExerciseEvidence
) -> tuple[str, Mapping[str, object]]:
    load = evidence.load
    if load.ending is Ending.TIMEOUT:
        return "run.load-timeout", {"limit": load.limit or 0.0, "where": load.where}
    return ended(load) or _raised(submission, exercise, evidence)


def _raised(submission: Submission, exercise: Exercise, evidence: ExerciseEvidence) -> tuple[str, Mapping[str, object]]:
    load, place = evidence.load, evidence.load.place
    if load.error == "MissingEntry":
        return _missing(submission, exercise, evidence)
    if load.error in {"SyntaxError", "IndentationError", "TabError"} and place:
        code, where = (
            ("nb.syntax-error", {"cell": place.cell}) if place.cell else ("py.syntax-error", {"file": place.file})
        )
        return code, {**where, "line": place.line, "error": load.said}
    if load.error == "CompileError":
        return "cuda.c-not-compiled", {"where": load.where, "error": load.text}
    if load.error in _NOT_HERE:
        return _NOT_HERE[load.error], {"error": load.said, "where": load.where}
    if place and place.cell:
        return "nb.cell-error", at_cell(load, submission.cells)
    return "py.load-error", {"error": load.said, "where": load.where}


def _missing(
    submission: Submission, exercise: Exercise, evidence: ExerciseEvidence
) -> tuple[str, Mapping[str, object]]:
    params = {"name": exercise.entry, "file": submission.file, "found": evidence.names}
    near = get_close_matches(exercise.entry, evidence.names, n=1, cutoff=0.75)
    return ("py.misspelt-function", {**params, "near": near[0]}) if near else ("py.missing-function", params)
