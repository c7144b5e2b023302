"""One submission from its cells to its report: gather, judge, score."""

from collections.abc import Sequence
from dataclasses import dataclass

from grader.grading.diagnosis import diagnose
from grader.grading.exploring import explore
from grader.grading.gathering import Tools, gather
from grader.grading.judging import Judges, judge
from grader.grading.scoring import lateness, score
from grader.model.assignment import Assignment
from grader.model.endings import at_cell
from grader.model.evidence import Ending, Evidence, Reference
from grader.model.report import Report
from grader.model.submission import Note, Submission


@dataclass(frozen=True, kw_only=True)
class Graded:
    """A report, and what it rests on."""

    report: Report
    evidence: Evidence
    references: tuple[Reference, ...]


def grade(submission: Submission, assignment: Assignment, tools: Tools, judges: Judges) -> Graded:
    """Run a submission and judge what was seen.

    Raises:
        MachineError: the judge's side broke.
        ConfigError: the author's own code failed.
    """
    evidence, references = gather(submission, assignment, tools)
    verdicts = judge(submission, assignment, evidence, references, judges)
    evidence, references = explore(submission, assignment, (evidence, references), verdicts, tools=tools, judges=judges)
    report = conclude(submission, assignment, evidence, references, judges)
    return Graded(report=report, evidence=evidence, references=references)


def conclude(
    submission: Submission,
    assignment: Assignment,
    evidence: Evidence,
    references: Sequence[Reference],
    judges: Judges,
) -> Report:
    """Judge and score stored evidence, without running anything."""
    judged = judge(submission, assignment, evidence, references, judges)
    verdicts = diagnose(assignment, evidence, references, judged, judges)
    late, terms = lateness(submission.submitted_at, assignment)
    return Report(
        student=submission.student,
        assignment=assignment.id,
        file=submission.file,
        submission_digest=submission.digest,
        assignment_digest=assignment.digest,
        graded_at=evidence.graded_at,
        seconds=evidence.seconds,
        device=evidence.device,
        sandbox=evidence.sandbox,
        isolation=evidence.isolation,
        machine=evidence.machine,
        verdicts=verdicts,
        score=score(verdicts, late),
        notes=(*submission.notes, *_stopped(submission, assignment, evidence)),
        terms=terms,
        submitted_at=submission.submitted_at,
        attempt=submission.attempt,
        attempts=submission.attempts,
        cells=submission.cells,
    )


def _stopped(submission: Submission, assignment: Assignment, evidence: Evidence) -> tuple[Note, ...]:
    """Return a note on each notebook cell that failed after the entry was defined: it costs nothing."""
    found = {
        seen.load.place.cell: Note(code="nb.cell-error", params=at_cell(seen.load, submission.cells))
        for exercise, seen in zip(assignment.exercises, evidence.exercises, strict=True)
        if exercise.entry and seen.runs and seen.load.ending is Ending.RAISED and seen.load.place
    }
    return tuple(found.values())
