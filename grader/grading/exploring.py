"""After a failure: the same program on smaller inputs, and known mistakes on the same ones; both only explain."""

from collections.abc import Sequence
from dataclasses import replace

from grader.errors import BoxError, ConfigError
from grader.grading.fingerprints import is_unexplained
from grader.grading.gathering import Tools, bench_of
from grader.grading.smaller import smaller
from grader.model.assignment import Assignment, Exercise
from grader.model.evidence import Ending, Evidence, ExerciseEvidence, Reference, Run
from grader.model.submission import Submission
from grader.model.verdict import Finding, Status, Verdict
from grader.ports import Lease

Gathered = tuple[Evidence, tuple[Reference, ...]]
Explored = tuple[ExerciseEvidence, Reference]


def explore(
    submission: Submission, assignment: Assignment, gathered: Gathered, verdicts: Sequence[Verdict], tools: Tools
) -> Gathered:
    """Return the evidence of a submission with that of smaller inputs, and of known mistakes, where something failed.

    Raises:
        MachineError: the device is not to be had.
        ConfigError: the author's own code failed.
    """
    failed = [verdict for verdict in verdicts if verdict.status is Status.FAIL]
    evidence, references = gathered
    found: list[Explored] = []
    with tools.device.lease() as lease:
        for exercise, seen, reference in zip(assignment.exercises, evidence.exercises, references, strict=True):
            own = [verdict.finding for verdict in failed if verdict.exercise == exercise.id]
            if own and any(run.outcome.ending is Ending.RETURNED for run in seen.runs):
                explorer = _Explorer(assignment, exercise, tools, lease)
                found.append(explorer.explored(submission, own, seen, reference))
            else:
                found.append((seen, reference))
    return replace(evidence, exercises=tuple(seen for seen, _ in found)), tuple(reference for _, reference in found)


class _Explorer:
    """Runs programs on the cases of one exercise, or of one like it."""

    def __init__(self, assignment: Assignment, exercise: Exercise, tools: Tools, lease: Lease) -> None:
        self._assignment, self._exercise, self._tools, self._lease = assignment, exercise, tools, lease

    def explored(
        self, submission: Submission, failed: Sequence[Finding], seen: ExerciseEvidence, reference: Reference
    ) -> Explored:
        wanted = smaller(self._exercise)
        try:
            if wanted:
                less, right = self._gathered(submission, wanted)
                seen, reference = replace(seen, smaller=less.runs), replace(reference, smaller=right.expected)
            if any(map(is_unexplained, failed)):
                known = self._tools.fingerprints.of(self._assignment, self._exercise, self._runs)
                reference = replace(reference, mistakes=known)
        except (BoxError, ConfigError):
            pass  # the marks stand without it; an oracle need not know the sizes that we try
        return seen, reference

    def _runs(self, program: Submission, exercise: Exercise) -> Sequence[Run]:
        return self._gathered(program, exercise)[0].runs

    def _gathered(self, program: Submission, exercise: Exercise) -> Explored:
        language = self._tools.language(exercise.language)
        return language.gather(
            program, exercise, self._assignment, bench_of(exercise, self._assignment, self._tools, self._lease)
        )
