"""The author's own programs: reference, starter, known mistakes and honest variants."""

import math
from collections.abc import Iterator, Sequence

from grader.grading.validation.records import Complaint, Plan, Row, Trial, Tried
from grader.model.assignment import Assignment, Exercise
from grader.model.verdict import Status, Verdict

LOST = {Status.FAIL, Status.SKIP, Status.ERROR}
# What a speed check has measured, and the key of its threshold: multiples of the reference, shares of a copy's speed.
_THRESHOLDS = (("ratio", "at_most"), ("ratio", "none_at"), ("share", "at_least"))
APART = 1.15  # that a program's time has to be from every threshold: nearer ones are decided by the noise


def trials(assignment: Assignment, plan: Plan) -> Iterator[Trial]:
    """Yield every program to grade."""
    times = plan.seeds if plan.thorough else 1
    yield Trial(kind="reference", file=assignment.reference, times=plan.seeds)
    yield Trial(kind="starter", file=assignment.starter, times=times)
    for exercise in assignment.exercises:
        for mistake in exercise.mistakes:
            yield Trial(kind="mistake", file=mistake.file, times=times, exercise=exercise.id, says=mistake.says)
        for honest in exercise.honest:
            yield Trial(kind="honest", file=honest, times=times, exercise=exercise.id)


def rows(trial: Trial, tried: Sequence[Tried], exercises: Sequence[Exercise]) -> Iterator[Row]:
    """Yield what came of one program on each of some exercises.

    Args:
        trial: the program.
        tried: each time that it was graded.
        exercises: on which it was graded.
    """
    leaked = tuple(
        Complaint(label="cli.validate.leak", params={"value": value})
        for value in dict.fromkeys(value for each in tried for value in each.leaked)
    )
    for exercise in exercises:
        times = [[each for each in once.verdicts if each.exercise == exercise.id] for once in tried]
        yield Row(
            exercise=exercise.id,
            kind=trial.kind,
            program=trial.file.name,
            codes=(trial.says,) if trial.says else (),
            verdicts=tuple(times[0]),
            complaints=(*_complaints(trial, exercise, times), *leaked),
        )


def _complaints(trial: Trial, exercise: Exercise, times: Sequence[Sequence[Verdict]]) -> Iterator[Complaint]:
    """Yield what is wrong, each thing once, however often it is seen."""
    every = [found for verdicts in times if (found := _complaint(trial, verdicts))]
    yield from every[:1]
    yield from _flaky(times)
    near = {found.params["check"]: found for verdicts in times for found in _near(exercise, verdicts)}
    yield from near.values()
    if trial.kind in {"reference", "honest"}:
        undecided = {each.check: each.finding.code for verdicts in times for each in verdicts if _is_undecided(each)}
        for check, code in undecided.items():
            yield Complaint(label="cli.validate.undecided", params={"check": check, "got": code})


def _complaint(trial: Trial, verdicts: Sequence[Verdict]) -> Complaint | None:
    lost = [verdict for verdict in verdicts if verdict.status in LOST]
    codes = tuple(dict.fromkeys(verdict.finding.code for verdict in lost))
    got = sum(verdict.points for verdict in verdicts if verdict not in lost)
    points = {"got": got, "possible": sum(verdict.points for verdict in verdicts)}
    match trial.kind:
        case "starter" if not any(verdict.status is Status.FAIL for verdict in lost):
            return Complaint(label="cli.validate.starter")
        case "mistake" if trial.says not in codes and not _cannot_show(trial, verdicts):
            return Complaint(label="cli.validate.mistake", params={"expected": trial.says, "got": codes})
        case "reference" | "honest" if lost:
            return Complaint(label=f"cli.validate.{trial.kind}", params=points)
    return None


def _cannot_show(trial: Trial, verdicts: Sequence[Verdict]) -> bool:
    """Return whether a mistake is one of speed, and the device cannot time."""
    return trial.says.startswith("perf.") and any(
        each.kind == "speed" and each.status is Status.DEFER for each in verdicts
    )


def _flaky(times: Sequence[Sequence[Verdict]]) -> Iterator[Complaint]:
    """Yield the checks that say different things of one program, as hidden cases are drawn afresh."""
    for same in zip(*times, strict=True):
        said = dict.fromkeys(f"{verdict.status} {verdict.finding.code}".strip() for verdict in same)
        if len(said) > 1:
            yield Complaint(label="cli.validate.flaky", params={"check": same[0].check, "got": tuple(said)})


def too_weak(exercise: Exercise, verdicts: Sequence[Verdict]) -> Iterator[Complaint]:
    """Yield the checks of speed that were timed and that no program has failed: what they refuse was never seen.

    Args:
        exercise: that they belong to.
        verdicts: of all programs.
    """
    speed = [each for each in verdicts if each.exercise == exercise.id and each.kind == "speed"]
    failed = {each.check for each in speed if each.status is Status.FAIL}
    for check in dict.fromkeys(each.check for each in speed if each.status is Status.PASS):
        if check not in failed:
            yield Complaint(label="cli.validate.never-slow", params={"check": check})


def _is_undecided(verdict: Verdict) -> bool:
    """Return whether a time was taken and decides nothing: it is noise, or the author's count of bytes is wrong."""
    return verdict.kind == "speed" and verdict.status is Status.UNDECIDED


def _near(exercise: Exercise, verdicts: Sequence[Verdict]) -> Iterator[Complaint]:
    """Yield the checks of speed of which a threshold lies too near to a program's time, where one was taken."""
    options = {spec.id: spec.options for spec in exercise.checks}
    for verdict in verdicts:
        for measured, key in _THRESHOLDS if verdict.kind == "speed" else ():
            got, limit = verdict.finding.params.get(measured), options[verdict.check].get(key)
            if isinstance(got, int | float) and isinstance(limit, int | float) and _is_near(got, limit):
                params = {"check": verdict.check, "got": got, "limit": limit}
                yield Complaint(label="cli.validate.near", params=params)


def _is_near(got: float, limit: float) -> bool:
    return got > 0 and limit > 0 and abs(math.log(got / limit)) < math.log(APART)
