"""Failures explained: a known mistake that gives the very same values, and a small input that shows the failure."""

import math
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Literal

from grader.grading.fingerprints import digests, is_unexplained
from grader.grading.judging import Judges
from grader.model.assignment import Assignment, CheckSpec
from grader.model.evidence import Evidence, Reference, Run
from grader.model.values import LETTERS, Array, Value
from grader.model.verdict import Example, Finding, Shown, Status, Verdict
from grader.ports import Seen

READABLE = 8  # elements of an array that a person reads in a sentence
IN_A_TABLE = 16  # and in a table
NEAR = 1e-4  # relative difference below which two numbers read the same


def diagnose(
    assignment: Assignment,
    evidence: Evidence,
    references: Sequence[Reference],
    verdicts: Sequence[Verdict],
    judges: Judges,
) -> tuple[Verdict, ...]:
    """Return the verdicts with what explains those that failed; no status and no points change."""
    about = {
        exercise.id: Seen(
            exercise=exercise, evidence=seen, reference=reference, device=evidence.device, can_time=evidence.can_time
        )
        for exercise, seen, reference in zip(assignment.exercises, evidence.exercises, references, strict=True)
    }
    return tuple(_diagnosed(verdict, about[verdict.exercise], judges) for verdict in verdicts)


def _diagnosed(verdict: Verdict, seen: Seen, judges: Judges) -> Verdict:
    finding = verdict.finding
    if finding.status is not Status.FAIL:
        return verdict
    spec = next(each for each in seen.exercise.checks if each.id == verdict.check)
    code = _alike(finding, seen) or finding.code
    return replace(verdict, finding=replace(finding, code=code, example=_example(spec, seen, judges)))


def _alike(finding: Finding, seen: Seen) -> str:
    """Return the code of the only known mistake that gives the same values on all public cases; else nothing."""
    if not is_unexplained(finding):
        return ""
    own = digests(seen.evidence.runs)
    if not own or not all(own.values()):
        return ""
    alike = {name for name, known in seen.reference.mistakes.items() if known == own}
    codes = {mistake.says for mistake in seen.exercise.mistakes if mistake.file.name in alike}
    return codes.pop() if len(codes) == 1 else ""


def _example(spec: CheckSpec, seen: Seen, judges: Judges) -> Example | None:
    """Return the first of the smaller inputs on which a check fails."""
    roles = spec.options.get("roles") or ("",)
    assert isinstance(roles, Sequence), "the checks' own"
    # Each check looks at the cases of its roles; of the smaller ones, which are as good for all, at every one.
    smaller = [replace(run, case=replace(run.case, role=roles[0])) for run in seen.evidence.smaller]
    pairs = zip(smaller, seen.reference.smaller, strict=True)
    for _, group in groupby(pairs, key=lambda pair: pair[0].case.id):
        runs, expected = zip(*group, strict=True)
        part = replace(
            seen,
            evidence=replace(seen.evidence, runs=runs),
            reference=replace(seen.reference, expected=expected),
        )
        if _fails(spec, part, judges):
            return _shown(runs[0], expected[0])
    return None


def _fails(spec: CheckSpec, seen: Seen, judges: Judges) -> bool:
    try:
        return any(finding.status is Status.FAIL for finding in judges(spec).judge(seen))
    except Exception:  # noqa: BLE001 - a check may want more than one case; that only costs the example
        return False


def _shown(run: Run, expected: Mapping[str, Value]) -> Example:
    example = Example(case=run.case.id, inputs=tuple(_inputs(run)), values=tuple(_values(run, expected)))
    for name, right in expected.items():
        want, got = _numbers(right), _numbers(run.outputs.get(name))
        at = next((at for at, pair in enumerate(zip(want, got, strict=False)) if _differ(*pair)), None)
        if at is not None:
            place = f"{name}{_index(at, right.shape)}" if isinstance(right, Array) else name
            return replace(example, place=place, expected=f"{want[at]:g}", got=f"{got[at]:g}")
    return example


def _inputs(run: Run) -> Iterator[str]:
    arrays = [value for value in run.inputs.values() if isinstance(value, Array)]
    if any(math.prod(array.shape) > READABLE for array in arrays):
        return
    for name, value in run.inputs.items():
        if name not in run.outputs:
            yield f"{name} = {_written(value)}"


def _values(run: Run, expected: Mapping[str, Value]) -> Iterator[Shown]:
    """Yield inputs, expected values and results in full; nothing where one of them is too large to be read."""
    results = {name: value for name, value in run.outputs.items() if name in expected}
    kept = {name: value for name, value in run.inputs.items() if name not in run.outputs}
    right = {name: expected[name] for name in results}
    groups: tuple[tuple[Literal["input", "expected", "got"], Mapping[str, Value]], ...]
    groups = (("input", kept), ("expected", right), ("got", results))
    if any(len(_numbers(value)) > IN_A_TABLE for _, values in groups for value in values.values()):
        return
    for role, values in groups:
        for name, value in values.items():
            shape = value.shape if isinstance(value, Array) else ()
            yield Shown(name=name, role=role, shape=shape, values=tuple(f"{each:g}" for each in _numbers(value)))


def _written(value: Value) -> str:
    numbers = ", ".join(f"{number:g}" for number in _numbers(value))
    return f"[{numbers}]" if isinstance(value, Array) else numbers


def _numbers(value: Value) -> Sequence[float]:
    """Return the elements of an array in C order, or a number alone; nothing for anything else."""
    if isinstance(value, Array):
        return struct.unpack(f"<{math.prod(value.shape)}{LETTERS[value.dtype]}", value.data)
    return (value,) if isinstance(value, int | float) else ()


def _differ(want: float, got: float) -> bool:
    return not math.isclose(want, got, rel_tol=NEAR, abs_tol=NEAR * abs(want))


def _index(at: int, shape: Sequence[int]) -> str:
    """Return a place as it is written in Python: `[12]`, `[3, 0]`."""
    place: list[int] = []
    for length in reversed(shape):
        at, here = divmod(at, length)
        place.append(here)
    return str(place[::-1])
