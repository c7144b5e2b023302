"""An exercise with its reference's runs: what mutants are made of, and what the task is looked at by."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from grader.grading.validation.records import Tried
from grader.grading.validation.workshop import Workshop
from grader.model.assignment import TIMED, Assignment, Exercise
from grader.model.evidence import Ending, ExerciseEvidence, Reference, Run
from grader.model.values import Value

OTHER = 1_000_003  # added to a seed: another draw of the same case

Right = Mapping[str, Value]


@dataclass(frozen=True, kw_only=True)
class Subject:
    """One exercise that has an oracle, with the runs of a program that is right."""

    assignment: Assignment
    exercise: Exercise
    tried: Tried  # the reference
    evidence: ExerciseEvidence  # of this exercise, on the cases that are not timed; without claims
    reference: Reference
    others: Mapping[str, Right]  # case -> what is right for other inputs

    @property
    def pairs(self) -> Iterator[tuple[Run, Right]]:
        """The runs, each with what is right there."""
        return zip(self.evidence.runs, self.reference.expected, strict=True)


def subject(assignment: Assignment, exercise: Exercise, tried: Tried, workshop: Workshop) -> Subject | None:
    """Return what an exercise is looked at by; None where the reference does not return on every case.

    Raises:
        ConfigError: the author's own code failed.
    """
    evidence, reference = runs(exercise, tried)
    if not evidence.runs or any(run.outcome.ending is not Ending.RETURNED for run in evidence.runs):
        return None
    drawn = {run.case.id: (run.case, run.seed) for run in evidence.runs}
    others = {
        name: workshop.expected(case, workshop.inputs(case, seed + OTHER)) for name, (case, seed) in drawn.items()
    }
    return Subject(
        assignment=assignment, exercise=exercise, tried=tried, evidence=evidence, reference=reference, others=others
    )


def runs(exercise: Exercise, tried: Tried, *, timed: bool = False) -> tuple[ExerciseEvidence, Reference]:
    """Return what was seen of an exercise on the ordinary cases, or where it was timed; without a box's claims."""
    graded = tried.graded
    evidence = next(each for each in graded.evidence.exercises if each.exercise == exercise.id)
    reference = next(each for each in graded.references if each.exercise == exercise.id)
    pairs = [
        (replace(run, claims={}), right)
        for run, right in zip(evidence.runs, reference.expected, strict=True)
        if (run.case.role == TIMED) is timed
    ]
    return (
        replace(evidence, runs=tuple(run for run, _ in pairs)),
        replace(reference, expected=tuple(right for _, right in pairs)),
    )
