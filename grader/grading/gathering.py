"""The only stage that runs student code: a submission to evidence."""

import secrets
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from grader.grading.fingerprints import Fingerprints
from grader.model.assignment import Assignment, Case, CheckSpec, Exercise
from grader.model.evidence import Evidence, ExerciseEvidence, Reference
from grader.model.submission import Submission
from grader.ports import Bench, Check, Device, Language, Lease, Sandbox


@dataclass(frozen=True, kw_only=True)
class Tools:
    """What gathering works with."""

    sandbox: Sandbox
    sandbox_name: str
    device: Device
    device_name: str
    language: Callable[[str], Language]  # by name
    check: Callable[[CheckSpec], Check]  # of a line of a rubric
    fingerprints: Fingerprints


def gather(submission: Submission, assignment: Assignment, tools: Tools) -> tuple[Evidence, tuple[Reference, ...]]:
    """Run every exercise of a submission, each on the device alone.

    Raises:
        MachineError: the judge's side broke, or the device is not to be had.
        ConfigError: the author's own code failed.
    """
    start, now = time.monotonic(), datetime.now(UTC)
    exercises: list[ExerciseEvidence] = []
    references: list[Reference] = []
    with tools.device.lease() as lease:
        for exercise in assignment.exercises:
            bench = bench_of(exercise, assignment, tools, lease)
            seen, reference = tools.language(exercise.language).gather(submission, exercise, assignment, bench)
            exercises.append(seen)
            references.append(reference)
    evidence = Evidence(
        student=submission.student,
        assignment=assignment.id,
        assignment_digest=assignment.digest,
        submission_digest=submission.digest,
        graded_at=now.isoformat(timespec="seconds"),
        seconds=time.monotonic() - start,
        device=tools.device_name,
        can_time=tools.device.can_time,
        sandbox=tools.sandbox_name,
        isolation=tools.sandbox.isolation,
        machine=dict(tools.device.facts()),
        exercises=tuple(exercises),
    )
    return evidence, tuple(references)


def bench_of(exercise: Exercise, assignment: Assignment, tools: Tools, lease: Lease) -> Bench:
    """Return what a language works with while it gathers an exercise."""
    return Bench(
        sandbox=tools.sandbox,
        lease=lease,
        limits=exercise.limits,
        seed=_seeds(assignment, exercise),
        can_time=tools.device.can_time,
        probes=frozenset().union(*(tools.check(spec).probes for spec in exercise.checks)),
    )


def _seeds(assignment: Assignment, exercise: Exercise) -> Callable[[Case], int]:
    def seed(case: Case) -> int:
        if case.hidden:
            return secrets.randbits(32)
        # Odd: outputs are filled with finite poison, on which a kernel that adds to it leaves its trace.
        return zlib.crc32(f"{assignment.id}/{exercise.id}/{case.id}".encode()) | 1

    return seed
