"""Durations by the judge's clock: a submission and the reference, turn by turn in one session."""

import random

from grader.boxes.session import Session
from grader.errors import ConfigError, Problem
from grader.model.evidence import Ending, Measurement, Outcome

BLOCKS = 12  # of four samples each: at 3 % noise, enough to tell a ratio that is 5 % beside the limit
ROUNDS = 100  # launches in one sample, so that asking for it costs little beside them


class StoppedError(Exception):
    """The submission ended while it was timed."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome)
        self.outcome = outcome


def measure(student: Session, reference: Session) -> Measurement:
    """Time both, which hold their arguments already, in blocks of the order ABBA or BAAB.

    A drift of the machine's speed falls on both alike. What the process says of its own times is not asked.

    Raises:
        StoppedError: the submission ended.
        ConfigError: the reference ended.
    """
    students: list[float] = []
    references: list[float] = []
    for _ in range(BLOCKS):
        order = [(student, students), (reference, references)]
        random.shuffle(order)
        for session, samples in (*order, *reversed(order)):
            outcome = session.request("again", {"rounds": ROUNDS}).outcome
            if outcome.ending is Ending.RETURNED:
                samples.append(outcome.seconds)
            elif session is student:
                raise StoppedError(outcome)
            else:
                problem = Problem(file="reference", line=0, column=0, message=f"ended while it was timed: {outcome}")
                raise ConfigError([problem])
    return Measurement(clock="judge", student_s=tuple(students), reference_s=tuple(references))
