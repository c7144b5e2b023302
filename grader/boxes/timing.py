"""Durations by the judge's clock: a submission and the reference, turn by turn in one session."""

import random
from collections.abc import Mapping

from grader.boxes.session import Session
from grader.errors import ConfigError, Problem
from grader.model.evidence import Ending, Measurement, Outcome
from grader.model.values import Value

BLOCKS = 12  # of four samples each: at 3 % noise, enough to tell a ratio that is 5 % beside the limit
ROUNDS = 100  # launches in one sample, so that asking for it costs little beside them


class StoppedError(Exception):
    """The submission ended while it was timed."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome)
        self.outcome = outcome


def measure(student: Session, reference: Session, payload: Mapping[str, Value]) -> Measurement:
    """Time both in blocks of the order ABBA or BAAB, so that a drift of the machine's speed falls on both alike.

    Args:
        student: holds its arguments already.
        reference: is loaded with its first request, and given the same ones.
        payload: the arguments.

    Raises:
        StoppedError: the submission ended.
        ConfigError: the reference ended.
    """
    _reference_sample(reference, "hold", payload)
    students: list[float] = []
    references: list[float] = []
    for _ in range(BLOCKS):
        order = [(_sample, student, students), (_reference_sample, reference, references)]
        random.shuffle(order)
        for sample, session, samples in (*order, *reversed(order)):
            samples.append(sample(session, "again", {"rounds": ROUNDS}))
    return Measurement(clock="judge", student_s=tuple(students), reference_s=tuple(references))


def _sample(session: Session, op: str, payload: Mapping[str, Value]) -> float:
    """Return the seconds that a request took, by the judge's clock: what the process says of time is not asked."""
    outcome = session.request(op, payload).outcome
    if outcome.ending is not Ending.RETURNED:
        raise StoppedError(outcome)
    return outcome.seconds


def _reference_sample(session: Session, op: str, payload: Mapping[str, Value]) -> float:
    """Do the same for the reference, whose failure is the author's and never a student's. Raises ConfigError."""
    try:
        return _sample(session, op, payload)
    except StoppedError as stopped:
        outcome = stopped.outcome
        text = f"ended while it was timed: {outcome.ending} {outcome.error} {outcome.text}"
        raise ConfigError([Problem(file="the reference", line=0, column=0, message=text)]) from stopped
