"""The only stage that runs student code: a submission to evidence."""

import secrets
import time
import zlib
from collections import ChainMap
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from grader.grading.fingerprints import Fingerprints
from grader.model.assignment import Assignment, Case, CheckSpec, Exercise
from grader.model.endings import NO_CARD
from grader.model.evidence import Evidence, ExerciseEvidence, Reference, Run
from grader.model.submission import Submission
from grader.model.values import Value
from grader.model.verdict import Status
from grader.ports import Bench, Check, Device, Language, Lease, Sandbox, Seen, Tester


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
            language = tools.language(exercise.language)
            if language.blocks and not tools.device.has_card:
                exercises.append(ExerciseEvidence(exercise=exercise.id, load=NO_CARD))
                references.append(Reference(exercise=exercise.id, expected=()))
                continue
            bench = bench_of(exercise, assignment, tools, lease)
            seen, reference = language.gather(submission, exercise, assignment, bench)
            testers = [check for spec in exercise.checks if isinstance(check := tools.check(spec), Tester)]
            tests = [each.run_tests(submission, exercise, assignment, bench) for each in testers]
            exercises.append(replace(seen, tests=dict(ChainMap(*map(dict, tests)))))
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
        opinion=_opinion(exercise, tools),
    )


def _opinion(exercise: Exercise, tools: Tools) -> Callable[[Run, Mapping[str, Value]], frozenset[Status]]:
    """Return what the checks of an exercise say of one run alone; of its time only where that was measured."""
    checks = [tools.check(spec) for spec in exercise.checks]

    def opinion(run: Run, expected: Mapping[str, Value]) -> frozenset[Status]:
        seen = Seen(
            exercise=exercise,
            evidence=ExerciseEvidence(exercise=exercise.id, load=run.outcome, runs=(run,)),
            reference=Reference(exercise=exercise.id, expected=(expected,)),
            device=tools.device_name,
            can_time=run.measurement is not None,
        )
        return frozenset(status for check in checks for status in _said(check, seen, run))

    return opinion


def _said(check: Check, seen: Seen, run: Run) -> Iterable[Status]:
    """Return what one check says of a run; what it says of the source or of all runs together is not asked here."""
    try:
        return [finding.status for finding in check.judge(seen) if finding.case == run.case.id]
    except Exception:  # noqa: BLE001 - whatever a check raises is our fault; judging will meet it again, and say so
        return [Status.ERROR]


def _seeds(assignment: Assignment, exercise: Exercise) -> Callable[[Case], int]:
    def seed(case: Case) -> int:
        if case.hidden:
            return secrets.randbits(32)
        # Odd: outputs are filled with finite poison, on which a kernel that adds to it leaves its trace.
        return zlib.crc32(f"{assignment.id}/{exercise.id}/{case.id}".encode()) | 1

    return seed
