"""After a failure: the same program on smaller inputs, and known mistakes on the same ones; both only explain."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from grader.errors import BoxError, ConfigError
from grader.grading.diagnosis import example
from grader.grading.fingerprints import is_unexplained
from grader.grading.gathering import Tools, bench_of
from grader.grading.judging import Judges
from grader.grading.smaller import smaller
from grader.model.assignment import Assignment, Exercise
from grader.model.evidence import Ending, Evidence, ExerciseEvidence, Reference, Run
from grader.model.submission import Submission
from grader.model.verdict import Status, Verdict
from grader.ports import Lease, Seen

Gathered = tuple[Evidence, tuple[Reference, ...]]
Explored = tuple[ExerciseEvidence, Reference]


PARTS = (4, 12)  # smaller inputs that are tried at first, and then; the others after these


def explore(
    submission: Submission,
    assignment: Assignment,
    gathered: Gathered,
    verdicts: Sequence[Verdict],
    *,
    tools: Tools,
    judges: Judges,
) -> Gathered:
    """Return the evidence of a submission with that of smaller inputs, and of known mistakes, where something failed.

    No more inputs are tried once every check that failed has failed on one of them.

    Raises:
        MachineError: the device is not to be had.
        ConfigError: the author's own code failed.
    """
    failed = [verdict for verdict in verdicts if verdict.status is Status.FAIL]
    evidence, references = gathered
    found: list[Explored] = []
    with tools.device.lease() as lease:
        for exercise, seen, reference in zip(assignment.exercises, evidence.exercises, references, strict=True):
            own = [verdict for verdict in failed if verdict.exercise == exercise.id]
            if own and any(run.outcome.ending is Ending.RETURNED for run in seen.runs):
                explorer = _Explorer(assignment, exercise, tools, judges, lease)
                about = Seen(
                    exercise=exercise, evidence=seen, reference=reference, device=evidence.device,
                    can_time=evidence.can_time,
                )  # fmt: skip
                found.append(explorer.explored(submission, own, about))
            else:
                found.append((seen, reference))
    return replace(evidence, exercises=tuple(seen for seen, _ in found)), tuple(reference for _, reference in found)


class _Explorer:
    """Runs programs on the cases of one exercise, or of one like it."""

    def __init__(self, assignment: Assignment, exercise: Exercise, tools: Tools, judges: Judges, lease: Lease) -> None:
        self._assignment, self._exercise, self._tools, self._lease = assignment, exercise, tools, lease
        self._judges = judges

    def explored(self, submission: Submission, failed: Sequence[Verdict], seen: Seen) -> Explored:
        try:
            seen = self._with_smaller(submission, failed, seen)
            if any(is_unexplained(verdict.finding) for verdict in failed):
                known = self._tools.fingerprints.of(self._assignment, self._exercise, self._runs)
                seen = replace(seen, reference=replace(seen.reference, mistakes=known))
        except (BoxError, ConfigError):
            pass  # the marks stand without it; an oracle need not know the sizes that we try
        return seen.evidence, seen.reference

    def _with_smaller(self, submission: Submission, failed: Sequence[Verdict], seen: Seen) -> Seen:
        """Return what is known once enough of the smaller inputs have been tried."""
        names = {verdict.check for verdict in failed}
        specs = [spec for spec in self._exercise.checks if spec.id in names]
        for wanted in _parts(smaller(self._exercise)):
            less, right = self._gathered(submission, wanted)
            evidence = replace(seen.evidence, smaller=(*seen.evidence.smaller, *less.runs))
            reference = replace(seen.reference, smaller=(*seen.reference.smaller, *right.expected))
            seen = replace(seen, evidence=evidence, reference=reference)
            if all(example(spec, seen, self._judges) for spec in specs):
                break
        return seen

    def _runs(self, program: Submission, exercise: Exercise) -> Sequence[Run]:
        return self._gathered(program, exercise)[0].runs

    def _gathered(self, program: Submission, exercise: Exercise) -> Explored:
        language = self._tools.language(exercise.language)
        return language.gather(
            program, exercise, self._assignment, bench_of(exercise, self._assignment, self._tools, self._lease)
        )


def _parts(exercise: Exercise | None) -> Iterator[Exercise]:
    """Yield the exercise with some of its cases, in the parts in which they are tried."""
    if exercise:
        left = iter(exercise.cases)
        for size in (*PARTS, len(exercise.cases)):
            if part := tuple(islice(left, size)):
                yield replace(exercise, cases=part)
