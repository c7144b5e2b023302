"""The part of an assignment that students may have: public cases, with what is right there written down."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

from grader.errors import ConfigError, Problem
from grader.grading.gathering import Tools, bench_of, gather
from grader.grading.judging import Judges, judge
from grader.grading.smaller import SIZES, smaller
from grader.model.assignment import (
    Assignment,
    Attempts,
    CheckSpec,
    Exercise,
    FunctionRef,
    Known,
    Record,
)
from grader.model.evidence import ExerciseEvidence, Reference, Run
from grader.model.submission import Submission
from grader.model.verdict import Status, Verdict
from grader.ports import Lease


def edition(assignment: Assignment, solution: Submission, tools: Tools, judges: Judges) -> Assignment:
    """Return what students may have of an assignment, to check themselves with.

    There is no hidden case in it and none that is timed, no oracle, no solution, no points, and of a check that has
    something to hide its title alone.

    Args:
        assignment: as one student has it.
        solution: the author's.
        tools: to run it with.
        judges: make checks of lines of a rubric.

    Raises:
        MachineError: the judge's side broke.
        ConfigError: the author's own code failed, or the solution fails on a public case.
    """
    public = replace(assignment, exercises=tuple(_public(each, judges) for each in assignment.exercises))
    evidence, found = gather(solution, public, tools)
    references = [_shareable(each, right, judges) for each, right in zip(assignment.exercises, found, strict=True)]
    verdicts = judge(solution, public, evidence, references, judges)
    lost = [verdict for verdict in verdicts if verdict.status not in {Status.PASS, Status.DEFER}]
    secretive = {exercise.id for exercise in assignment.exercises if _keeps_secrets(exercise, judges)}
    if failed := [verdict for verdict in lost if verdict.exercise not in secretive]:
        codes = "; ".join(f"{each.exercise}/{each.check}: {each.finding.code}" for each in failed)
        text = f"the solution does not pass on the public cases ({codes}); see `grader validate`"
        raise ConfigError([Problem(file=str(assignment.reference), line=0, column=0, message=text)])
    public = replace(public, exercises=tuple(_without(each, lost) for each in public.exercises))
    with tools.device.lease() as lease:
        exercises = [
            _Recorder(public, exercise, tools, lease).recorded(
                solution, _smaller(whole, exercise, judges), _known(seen, right)
            )
            for whole, exercise, seen, right in zip(
                assignment.exercises, public.exercises, evidence.exercises, references, strict=True
            )
        ]
    return replace(
        public, exercises=tuple(exercises), reference=Path(), covers=(), due=None, late=None, attempts=Attempts()
    )


def _public(exercise: Exercise, judges: Judges) -> Exercise:
    cases = tuple(case for case in exercise.cases if case.shown)
    roles = {case.role for case in cases} if exercise.cases else None
    checks = tuple(_shown(spec, judges, roles) for spec in exercise.checks)
    mistakes = () if _keeps_secrets(exercise, judges) else exercise.mistakes
    return replace(exercise, cases=cases, checks=checks, mistakes=mistakes, honest=())


def _shown(spec: CheckSpec, judges: Judges, roles: set[str] | None) -> CheckSpec:
    """Return a line of a rubric as students may have it.

    Args:
        spec: as its author wrote it.
        judges: make checks of lines.
        roles: of the public cases; None where the exercise has no cases at all.
    """
    check = judges(spec)
    looks_at = set(getattr(check, "roles", None) or ("",))
    if getattr(check, "public", False) and (roles is None or roles & looks_at):
        return replace(spec, points=Decimal(0))
    return _withheld(spec)


def _withheld(spec: CheckSpec) -> CheckSpec:
    asked = {key: spec.options[key] for key in ("question",) if key in spec.options}
    return replace(spec, points=Decimal(0), withheld=True, options=asked)


def _keeps_secrets(exercise: Exercise, judges: Judges) -> bool:
    """Return whether a check could be shown, and its author has hidden what it looks at."""
    return any(getattr(judges(spec), "public", True) is False for spec in exercise.checks)


def _shareable(exercise: Exercise, right: Reference, judges: Judges) -> Reference:
    """Return what is right as far as students may know it: nothing, where a check hides some of it."""
    return replace(right, expected=tuple({} for _ in right.expected)) if _keeps_secrets(exercise, judges) else right


def _without(exercise: Exercise, lost: Sequence[Verdict]) -> Exercise:
    """Return an exercise that leaves to the instructor what cannot be judged by what students may know."""
    ids = {verdict.check for verdict in lost if verdict.exercise == exercise.id}
    return replace(exercise, checks=tuple(_withheld(spec) if spec.id in ids else spec for spec in exercise.checks))


def _smaller(whole: Exercise, public: Exercise, judges: Judges) -> Exercise:
    """Return an exercise with smaller inputs, none of a size that only hidden cases have."""
    found = None if _keeps_secrets(whole, judges) else smaller(whole)
    shown = {size for case in public.cases for size in case.params.values()}
    secret = {size for case in whole.cases for size in case.params.values()} - shown - set(SIZES)
    cases = found.cases if found else ()
    return replace(
        found or public,
        checks=public.checks,
        cases=tuple(case for case in cases if not secret & set(case.params.values())),
    )


class _Recorder:
    """Runs the author's programs on the public cases of one exercise, and on smaller ones."""

    def __init__(self, assignment: Assignment, exercise: Exercise, tools: Tools, lease: Lease) -> None:
        self._assignment, self._exercise, self._tools, self._lease = assignment, exercise, tools, lease

    def recorded(self, solution: Submission, less: Exercise, known: Iterable[Known]) -> Exercise:
        """Return the exercise with a record in place of its oracle and of its known mistakes.

        Where nothing is compared with an oracle's values, known mistakes are not recognised by theirs, and are left
        out: those of a quiz would tell right answers.

        Args:
            solution: the author's.
            less: the same with smaller inputs.
            known: what is right on the public cases.
        """
        exercise = self._exercise
        if not exercise.oracle:
            exercise = replace(exercise, mistakes=())
        if not (exercise.oracle or exercise.inputs):
            return exercise
        more = _known(*self._gathered(solution, less)) if less.cases else ()
        found = self._tools.fingerprints.of(self._assignment, exercise, self._runs)
        names = {file: f"mistake-{number}" for number, file in enumerate(found, start=1)}
        given = exercise.inputs
        return replace(
            exercise,
            oracle=None,
            inputs=replace(given, file=Path(given.file.name)) if isinstance(given, FunctionRef) else given,
            mistakes=tuple(replace(each, file=Path(names[each.file.name])) for each in exercise.mistakes),
            record=Record(
                known=tuple({(each.case, each.turn): each for each in (*known, *more)}.values()),
                smaller=less.cases,
                mistakes={names[file]: values for file, values in found.items()},
            ),
        )

    def _runs(self, program: Submission, exercise: Exercise) -> Sequence[Run]:
        return self._gathered(program, exercise)[0].runs

    def _gathered(self, program: Submission, exercise: Exercise) -> tuple[ExerciseEvidence, Reference]:
        language = self._tools.language(exercise.language)
        bench = bench_of(exercise, self._assignment, self._tools, self._lease)
        return language.gather(program, exercise, self._assignment, bench)


def _known(seen: ExerciseEvidence, right: Reference) -> Iterator[Known]:
    for run, expected in zip(seen.runs, right.expected, strict=True):
        yield Known(case=run.case.id, turn=run.turn, inputs=run.inputs, expected=expected)
