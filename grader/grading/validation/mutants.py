"""Mutants: a right program's results, made wrong as well-known mistakes make them. A rubric must see and name each."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from grader.grading.judging import Judges, judge
from grader.grading.validation.records import Complaint, Row, Tried
from grader.grading.validation.subject import Subject, runs
from grader.grading.validation.workshop import Workshop
from grader.model.assignment import CheckSpec, Exercise, Launch
from grader.model.evidence import Ending, Run
from grader.model.values import Array, Value
from grader.model.verdict import Status, Verdict

THREADS = 256  # of a block, where the grader does not launch it

# A mutant that is no farther from right than so many times the farthest honest program is none: a tolerance that lets
# the honest one through, with some room, cannot tell them apart. Where sums are exact, no honest program is off at all.
ROOM = 16.0

# The codes that fit, of those that tell how results look. Codes of other families (`amp.…`) tell what a program did.
LOOKS = ("output.", "cuda.")
_ANY = ("output.wrong-values", "output.not-finite")
_LEFT_OUT = ("output.tail-unwritten", "output.tail-wrong", "output.last-wrong", "output.never-written")
_PLACES = (*_LEFT_OUT, "output.head-only", "output.border", "output.corner-only", "output.whole-blocks", *_ANY)
FITTING: Mapping[str, tuple[str, ...]] = {
    "nothing": ("output.never-written", "output.missing"),
    "zeros": ("output.zeros", "output.constant", *_ANY),
    "constant": ("output.constant", "output.zeros", *_ANY),
    "copied": ("output.input-copied", "output.scaled", *_ANY),
    "previous": ("output.previous-answer", *_ANY),
    "last-element": (*_LEFT_OUT, *_ANY),
    "last-block": (*_PLACES, "output.first-block-only", "output.multiples-only"),
    "first-block": (*_PLACES, "output.first-block-only"),
    "dropped": (*_PLACES, "output.zeros", "output.one-per-block-wrong", "output.diagonal-wrong"),
    "transposed": ("output.transposed", "output.permuted", "output.input-copied", *_ANY),
    "square": _PLACES,
    "subsampled": ("output.every-kth-only", "output.permuted", "output.first-wrong", *_PLACES),
    "float16": ("output.low-precision", "output.truncated", *_ANY),
    "bfloat16": ("output.low-precision", "output.truncated", *_ANY),
    "no-guard": ("cuda.bounds-guard", "cuda.bounds-after", "cuda.one-past-end"),
    "wide-guard": ("cuda.one-past-end", "cuda.bounds-guard", "cuda.bounds-after"),
}
BLOCKWISE = {"last-block", "first-block"}  # of programs that are made of blocks of threads
# Whether a case shows these is up to its author; of the others that show nothing, the right results are just like that.
UP_TO_CASES = {
    "last-element", "last-block", "first-block", "dropped", "square", "subsampled", "float16", "bfloat16", "no-guard",
    "wide-guard",
}  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Mutant:
    """Runs made wrong."""

    name: str
    runs: tuple[Run, ...]
    off: Mapping[str, float]  # case -> how far its results are from right, as a share of their length


def rows(
    subject: Subject, honest: Sequence[Tried], workshop: Workshop, judges: Judges, *, blocks: bool
) -> Iterator[Row]:
    """Yield what the rubric says of each mutant of an exercise.

    Args:
        subject: the exercise, with the reference's runs.
        honest: programs that are right, the reference among them.
        workshop: makes the mutants.
        judges: lines of rubrics to checks.
        blocks: whether the exercise's programs are made of blocks of threads.

    Raises:
        ConfigError: the author's own code failed.
    """
    noise = _noise(subject.exercise, honest, workshop)
    for mutant in (*_made(subject, workshop), *_guards(subject)):
        if mutant.name in BLOCKWISE and not blocks:
            continue
        if not any(mutant.off.values()):
            if mutant.name in UP_TO_CASES:
                yield _row(subject, mutant, (), Complaint(label="cli.validate.unshown"))
        elif any(off > ROOM * noise.get(case, 0.0) for case, off in mutant.off.items()):
            verdicts = _judged(subject, mutant, judges)
            yield _row(subject, mutant, verdicts, *_complaints(subject.exercise, mutant, verdicts))


def _noise(exercise: Exercise, honest: Sequence[Tried], workshop: Workshop) -> Mapping[str, float]:
    """Return how far the farthest honest program is from right, by case."""
    noise: dict[str, float] = {}
    for tried in honest:
        evidence, reference = runs(exercise, tried)
        every = zip(evidence.runs, reference.expected, strict=True)
        pairs = [(run, right) for run, right in every if run.outcome.ending is Ending.RETURNED]
        for (run, _), off in zip(pairs, workshop.distances(pairs), strict=True):
            noise[run.case.id] = max(off, noise.get(run.case.id, 0.0))
    return noise


def _made(subject: Subject, workshop: Workshop) -> Iterator[Mutant]:
    """Yield the mutants whose results are wrong; where a case does not allow one, it keeps the right results."""
    launch = subject.exercise.launch
    threads, rectangular = launch.threads if launch else THREADS, _rectangular(subject.exercise)
    made = [
        workshop.mutants(run, right, subject.others[run.case.id], threads=threads, rectangular=rectangular)
        for run, right in subject.pairs
    ]
    for name in dict.fromkeys(name for each in made for name in each):
        changed = [_changed(run, each.get(name)) for run, each in zip(subject.evidence.runs, made, strict=True)]
        yield _mutant(name, changed)


def _rectangular(exercise: Exercise) -> bool:
    """Return whether rows and columns of the results can differ in number; of returned ones the inputs tell."""
    given = exercise.inputs if isinstance(exercise.inputs, tuple) else ()
    outputs = [each for each in given if each.output]
    return any(len(set(each.shape[-2:])) > 1 for each in outputs or given)


def _changed(run: Run, made: Value) -> tuple[Run, float]:
    """Return a run with other results, and how far they are off; without any it stays as it is."""
    if not isinstance(made, Mapping):
        return run, 0.0
    outputs, off = made["outputs"], made["off"]
    assert isinstance(outputs, Mapping), "of our own harness"
    assert isinstance(off, int | float), "of our own harness"
    kept = {name: value for name, value in run.outputs.items() if not isinstance(value, Array | int | float)}
    return replace(run, outputs={**kept, **outputs}), float(off)


def _guards(subject: Subject) -> Iterator[Mutant]:
    """Yield the mutants of a kernel whose threads beyond the last element write: all of them, or the first one."""
    launch = subject.exercise.launch
    if launch is None or not any(_filled(run, launch) for run in subject.evidence.runs):
        return
    for name, most in (("no-guard", launch.threads), ("wide-guard", 1)):
        yield _mutant(name, [_unguarded(run, launch, most) for run in subject.evidence.runs])


def _unguarded(run: Run, launch: Launch, most: int) -> tuple[Run, float]:
    """Return a run that wrote behind its results, at most so many places; and 1, where there are any."""
    surplus = min(most, -_count(run, launch) % launch.threads or (0 if _count(run, launch) else launch.threads))
    if not surplus:
        return run, 0.0
    guards = dict.fromkeys(_filled(run, launch), (0, surplus))
    return replace(run, guards=guards), float(bool(guards))


def _filled(run: Run, launch: Launch) -> list[str]:
    """Return the results that have one element for each element that the launch covers."""
    count = _count(run, launch)
    return [name for name, value in run.outputs.items() if isinstance(value, Array) and math.prod(value.shape) == count]


def _count(run: Run, launch: Launch) -> int:
    count = run.case.params[launch.over]
    assert isinstance(count, int), "checked when the assignment was loaded"
    return count


def _mutant(name: str, changed: Sequence[tuple[Run, float]]) -> Mutant:
    off: dict[str, float] = {}
    for run, far in changed:
        off[run.case.id] = max(far, off.get(run.case.id, 0.0))
    return Mutant(name=name, runs=tuple(run for run, _ in changed), off=off)


def _judged(subject: Subject, mutant: Mutant, judges: Judges) -> tuple[Verdict, ...]:
    """Return what the rubric says of a mutant; where the reference was timed, nothing is changed."""
    alone = replace(subject.assignment, exercises=(subject.exercise,))
    timed, right = runs(subject.exercise, subject.tried, timed=True)
    seen = replace(subject.evidence, runs=(*mutant.runs, *timed.runs))
    reference = replace(subject.reference, expected=(*subject.reference.expected, *right.expected))
    evidence = replace(subject.tried.graded.evidence, exercises=(seen,))
    return judge(subject.tried.submission, alone, evidence, (reference,), judges)


def _complaints(exercise: Exercise, mutant: Mutant, verdicts: Sequence[Verdict]) -> Iterator[Complaint]:
    failed = [verdict for verdict in verdicts if verdict.status is Status.FAIL]
    codes = tuple(dict.fromkeys(verdict.finding.code for verdict in failed))
    fitting = _fitting(mutant.name, exercise.checks)
    if not failed:
        yield Complaint(label="cli.validate.unseen")
    elif not any(code in fitting or not code.startswith(LOOKS) for code in codes):
        yield Complaint(label="cli.validate.misnamed", params={"got": codes})


def _fitting(name: str, checks: Sequence[CheckSpec]) -> frozenset[str]:
    """Return the codes that fit a mutant, and those that the author's rubric says in their place."""
    fitting = set(FITTING[name])
    for spec in checks:
        instead = spec.options.get("instead")
        if isinstance(instead, Mapping):
            fitting |= {str(better) for code, better in instead.items() if code in FITTING[name]}
    return frozenset(fitting)


def _row(subject: Subject, mutant: Mutant, verdicts: tuple[Verdict, ...], *complaints: Complaint) -> Row:
    return Row(
        exercise=subject.exercise.id, kind="mutant", program=mutant.name, codes=FITTING[mutant.name],
        verdicts=verdicts, complaints=complaints,
    )  # fmt: skip
