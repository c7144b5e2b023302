"""Failures explained: a known mistake that gives the very same values, and a small input that shows the failure."""

import math
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Literal

from grader.grading.fingerprints import digests, is_unexplained
from grader.grading.judging import Judges
from grader.model.assignment import Assignment, CheckSpec, Exercise, FunctionRef
from grader.model.evidence import Evidence, Reference, Run
from grader.model.values import LETTERS, Array, Value
from grader.model.verdict import Example, Finding, Shown, Status, Verdict
from grader.ports import Seen

READABLE = 8  # elements of an array that a person reads in a sentence
IN_A_TABLE = 16  # and in a table
WHOLE = 1e15  # numbers below are written in full, if they are whole
NEAR = 1e-4  # relative difference below which two numbers read the same

_Role = Literal["input", "expected", "got"]


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
    return replace(verdict, finding=replace(finding, code=code, example=example(spec, seen, judges)))


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


def example(spec: CheckSpec, seen: Seen, judges: Judges) -> Example | None:
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
            return _shown(runs[0], expected[0], _filled(seen.exercise))
    return None


def _fails(spec: CheckSpec, seen: Seen, judges: Judges) -> bool:
    try:
        return any(finding.status is Status.FAIL for finding in judges(spec).judge(seen))
    except Exception:  # noqa: BLE001 - a check may want more than one case; that only costs the example
        return False


def _filled(exercise: Exercise) -> frozenset[str]:
    """Return the arguments that the entry only fills: what they held before is poison, and no input."""
    given = exercise.inputs
    return frozenset() if isinstance(given, FunctionRef) else frozenset(each.name for each in given if each.output)


def _shown(run: Run, expected: Mapping[str, Value], filled: frozenset[str]) -> Example:
    inputs = {name: value for name, value in run.inputs.items() if name not in filled}
    right = {name: value for name, value in expected.items() if name in filled or name in run.outputs}
    got = {name: value for name, value in run.outputs.items() if name in right}
    values = _values({"input": inputs, "expected": right, "got": got})
    example = Example(case=run.case.id, inputs=tuple(_inputs(inputs)), values=tuple(values))
    for name, each in expected.items():
        place = next(_wrong(each, run.outputs.get(name)), None)
        if place is not None:
            at, want, number = place
            where = f"{name}{_index(at, each.shape)}" if isinstance(each, Array) else name
            return replace(example, place=where, expected=_number(want), got=_number(number))
    return example


def _wrong(right: Value, got: Value) -> Iterator[tuple[int, float, float]]:
    """Yield the places of two values that a person sees to differ, and what is there; none where forms differ."""
    want, given = _numbers(right), _numbers(got)
    for at, (one, other) in enumerate(zip(want, given, strict=False)):
        if _differ(one, other):
            yield at, one, other


def _inputs(inputs: Mapping[str, Value]) -> Iterator[str]:
    if all(len(_numbers(value)) <= READABLE for value in inputs.values()):
        for name, value in inputs.items():
            yield f"{name} = {_written(value)}"


def _values(groups: Mapping[_Role, Mapping[str, Value]]) -> Iterator[Shown]:
    """Yield numbers and arrays in full; nothing where one of them is too large to be read."""
    if any(len(_numbers(value)) > IN_A_TABLE for values in groups.values() for value in values.values()):
        return
    for role, values in groups.items():
        for name, value in values.items():
            if isinstance(value, Array | int | float):  # bool is an int
                shape = value.shape if isinstance(value, Array) else ()
                yield Shown(name=name, role=role, shape=shape, values=tuple(map(_number, _numbers(value))))


def _written(value: Value) -> str:
    numbers = ", ".join(map(_number, _numbers(value)))
    return f"[{numbers}]" if isinstance(value, Array) else numbers


def _number(number: float) -> str:
    """Return a number as it is read: whole ones in full, as their last digit may be what is wrong."""
    if isinstance(number, int) or (number.is_integer() and abs(number) < WHOLE):
        return str(int(number))
    return f"{number:g}"


def _numbers(value: Value) -> Sequence[float]:
    """Return the elements of an array in C order, or a number alone; nothing for anything else."""
    if isinstance(value, Array):
        return struct.unpack(f"<{math.prod(value.shape)}{LETTERS[value.dtype]}", value.data)
    return (value,) if isinstance(value, int | float) else ()


def _differ(want: float, got: float) -> bool:
    if isinstance(want, int) and isinstance(got, int):
        return want != got
    return not math.isclose(want, got, rel_tol=NEAR, abs_tol=NEAR * abs(want))


def _index(at: int, shape: Sequence[int]) -> str:
    """Return a place as it is written in Python: `[12]`, `[3, 0]`."""
    place: list[int] = []
    for length in reversed(shape):
        at, here = divmod(at, length)
        place.append(here)
    return str(place[::-1])
