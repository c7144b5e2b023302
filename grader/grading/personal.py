"""An assignment as one student has it: their own numbers, and their own due date."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from grader.model.assignment import Assignment, Case, Exercise
from grader.model.values import Scalar


def personal(assignment: Assignment, student: str, extension: float = 0) -> Assignment:
    """Return the assignment of one student.

    Args:
        assignment: as its author wrote it.
        student: who; the same numbers are drawn for them at every attempt and on every machine.
        extension: days by which their due date is later.
    """
    due = assignment.due + timedelta(days=extension) if assignment.due else None
    exercises = tuple(_exercise(exercise, assignment.id, student) for exercise in assignment.exercises)
    return replace(assignment, due=due, exercises=exercises)


def drawn(values: Sequence[Scalar], *where: str) -> Scalar:
    """Return one of some values, each as likely, that depends on nothing but the names given."""
    # 256 bits: of any range that an author may write, no value is noticeably preferred.
    number = int.from_bytes(hashlib.sha256("\0".join(where).encode()).digest(), "big")
    return values[number % len(values)]


def _exercise(exercise: Exercise, assignment: str, student: str) -> Exercise:
    return replace(exercise, cases=tuple(_case(case, assignment, exercise.id, student) for case in exercise.cases))


def _case(case: Case, *where: str) -> Case:
    own = {name: drawn(values, *where, case.id, name) for name, values in case.draws.items()}
    # What a student sees of a hidden case names no value.
    told = "" if case.hidden else "".join(f", {name}={value}" for name, value in own.items())
    return replace(case, id=f"{case.id}{told}", params={**case.params, **own}, draws={})
