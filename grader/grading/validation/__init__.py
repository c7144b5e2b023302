"""An assignment put to the test: with its author's own programs, and with mutants of its reference."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from itertools import islice

from grader.grading.judging import Judges
from grader.grading.pipeline import Graded
from grader.grading.validation import mutants, task
from grader.grading.validation.leaks import leaked
from grader.grading.validation.records import Complaint, Plan, Row, Trial, Tried
from grader.grading.validation.subject import subject
from grader.grading.validation.trials import LOST, rows, too_weak, trials
from grader.grading.validation.workshop import Workshop
from grader.model.assignment import Assignment, Exercise
from grader.model.report import Report
from grader.model.submission import Submission
from grader.model.verdict import Verdict

__all__ = ["Complaint", "Desk", "Plan", "Row", "Trial", "Tried", "Validation"]


@dataclass(frozen=True, kw_only=True)
class Desk:
    """What validation works with."""

    grade: Callable[[Trial, Assignment], tuple[Submission, Graded]]
    workshop: Callable[[Exercise], AbstractContextManager[Workshop]]
    blocks: Callable[[Exercise], bool]  # whether its programs are made of blocks of threads
    shown: Callable[[Report], str]  # a report as a student gets it, in every format
    messages: Collection[str]  # the codes that there is a message for
    judges: Judges
    each: Callable[[Callable[[Trial], Tried], Iterable[Trial]], Iterable[Tried]]  # like `map`, many at once


@dataclass(frozen=True, kw_only=True)
class Validation:
    """One assignment, put to the test step by step."""

    assignment: Assignment
    plan: Plan
    tools: Desk

    def __len__(self) -> int:
        """Return how many steps there are."""
        return sum(1 for _ in trials(self.assignment, self.plan)) + len(self._tested)

    def __iter__(self) -> Iterator[tuple[Row, ...]]:
        """Yield what each step has shown.

        Raises:
            MachineError: the judge's side broke.
            ConfigError: the author's own code failed.
        """
        planned = list(trials(self.assignment, self.plan))
        every = iter(self.tools.each(self._tried, [trial for trial in planned for _ in range(trial.times)]))
        honest: list[Tried] = []
        verdicts: list[Verdict] = []
        for trial in planned:
            tried = list(islice(every, trial.times))
            verdicts += tried[0].verdicts
            if trial.kind in {"reference", "honest"}:
                honest.append(tried[0])
            yield tuple(map(self._told, rows(trial, tried, self._of(trial).exercises)))
        for exercise in self._tested:
            yield tuple(map(self._told, self._exercise(exercise, honest, verdicts)))

    @property
    def _tested(self) -> Sequence[Exercise]:
        """The exercises that are looked at themselves: those that run code on cases."""
        return [] if self.plan.programs_only else [each for each in self.assignment.exercises if each.cases]

    def _told(self, row: Row) -> Row:
        """Return a row that complains, too, of codes without a message: a rubric may name any."""
        codes = dict.fromkeys(each.finding.code for each in row.verdicts if each.finding.code)
        unknown = (code for code in codes if code not in self.tools.messages)
        new = (Complaint(label="cli.validate.no-message", params={"code": code}) for code in unknown)
        return replace(row, complaints=(*row.complaints, *new))

    def _of(self, trial: Trial) -> Assignment:
        """Return that part of the assignment that a program is for."""
        wanted = [each for each in self.assignment.exercises if trial.exercise in ("", each.id)]
        return replace(self.assignment, exercises=tuple(wanted))

    def _tried(self, trial: Trial) -> Tried:
        assignment = self._of(trial)
        submission, graded = self.tools.grade(trial, assignment)
        found = leaked(graded, assignment, self.tools.shown)
        return Tried(trial=trial, submission=submission, graded=graded, leaked=found)

    def _exercise(self, exercise: Exercise, honest: Sequence[Tried], verdicts: Sequence[Verdict]) -> Iterator[Row]:
        """Yield what an exercise shows of itself, and what its mutants show."""
        complaints = [*task.cases(exercise), *too_weak(exercise, verdicts)]
        made: list[Row] = []
        right = [each for each in honest if each.trial.exercise in ("", exercise.id) and _is_right(each, exercise)]
        # A reference that is wrong has been complained about already.
        if exercise.oracle and exercise.entry and exercise.inputs and right and right[0].trial.kind == "reference":
            with self.tools.workshop(exercise) as workshop:
                found = subject(self.assignment, exercise, right[0], workshop)
                if found:
                    complaints += task.results(found, workshop)
                    blocks = self.tools.blocks(exercise)
                    made += mutants.rows(found, right, workshop, self.tools.judges, blocks=blocks)
        yield Row(exercise=exercise.id, kind="task", program="", complaints=tuple(complaints))
        yield from made


def _is_right(tried: Tried, exercise: Exercise) -> bool:
    return not any(each.status in LOST for each in tried.verdicts if each.exercise == exercise.id)
