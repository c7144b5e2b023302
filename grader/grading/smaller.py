"""Smaller inputs of an exercise, from the smallest on, for a program that fails on its own ones."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from grader.model.assignment import TIMED, Case, Exercise, FunctionRef, Input
from grader.model.values import Scalar

# Around the sizes of warps and blocks, where mistakes begin to show.
SIZES = (1, 2, 3, 4, 5, 7, 8, 16, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257, 512, 513, 1025)
SIMPLE = "arange"  # values that a person can follow
RANDOM = frozenset({"normal", "odd13", "uniform"})  # families that simpler values may stand in for
WALL_S = 3.0  # for one run: what takes longer explains nothing


def smaller(exercise: Exercise) -> Exercise | None:
    """Return an exercise whose public cases are smaller ones, by size; None where its inputs cannot be made smaller.

    No size lies outside of those of the exercise's own cases: more was never promised to the student.
    """
    public = next((case for case in exercise.cases if case.shown), None)
    if public is None or isinstance(exercise.inputs, FunctionRef):
        return None
    cases = exercise.record.smaller if exercise.record else _all(exercise, exercise.inputs, public)
    limits = replace(exercise.limits, wall_s=min(WALL_S, exercise.limits.wall_s))
    return replace(exercise, cases=cases, limits=limits, role_limits={}) if cases else None


def _all(exercise: Exercise, inputs: Sequence[Input], public: Case) -> tuple[Case, ...]:
    names = tuple(dict.fromkeys(size for each in inputs for size in each.shape if isinstance(size, str)))
    bounds = {name: _bounds(name, exercise.cases) for name in names}
    simple = all(each.values in RANDOM for each in _drawn(inputs))
    return tuple(_cases(public, bounds, simple=simple))


def _drawn(inputs: Sequence[Input]) -> Iterator[Input]:
    return (each for each in inputs if each.values and each.dtype.startswith("float"))


def _bounds(name: str, cases: Sequence[Case]) -> tuple[int, int]:
    found = [size for case in cases if case.role != TIMED and isinstance(size := case.params[name], int)]
    return min(found, default=0), max(found, default=-1)


def _cases(public: Case, bounds: Mapping[str, tuple[int, int]], *, simple: bool) -> Iterator[Case]:
    seen: set[tuple[Scalar, ...]] = set()
    for size in SIZES if bounds else ():
        # Not square: what is swapped would look right.
        sizes = {name: min(max(size + at, low), high) for at, (name, (low, high)) in enumerate(bounds.items())}
        if tuple(sizes.values()) in seen or size > max(high for _, high in bounds.values()):
            continue
        seen.add(tuple(sizes.values()))
        params = {**public.params, **sizes}
        name = ", ".join(f"{key}={value}" for key, value in params.items())
        if simple:
            yield Case(id=f"{name}, values={SIMPLE}", params=params, role=public.role, values=SIMPLE)
        yield Case(id=name, params=params, role=public.role)
