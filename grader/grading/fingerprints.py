"""What the known mistakes of an exercise give on its public cases, bit for bit."""

import hashlib
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from grader.model.assignment import Assignment, Exercise
from grader.model.evidence import Ending, Run
from grader.model.submission import Submission
from grader.model.values import Array, Value
from grader.model.verdict import Finding, Status

TRIES = 3  # of a known mistake that is stopped

Runs = Callable[[Submission, Exercise], Sequence[Run]]  # runs a program on the cases of an exercise

# Codes that tell how the values look, and claim no cause.
_UNEXPLAINED = ("output.", "amp.wrong-update", "amp.scale-dependent", "amp.small-gradients-wrong", "amp.overflow-wrong")


def is_unexplained(finding: Finding) -> bool:
    """Return whether a known mistake may explain a finding: it is of a public case, and tells only how values look."""
    return finding.status is Status.FAIL and not finding.hidden and finding.code.startswith(_UNEXPLAINED)


def digest(run: Run) -> str:
    """Return what tells the outputs of a run from others, bit for bit; nothing for one that gave none."""
    if run.outcome.ending is not Ending.RETURNED or not run.outputs:
        return ""
    seen = hashlib.sha256()
    for name, value in sorted(run.outputs.items()):
        seen.update(f"{name} {_shape(value)} ".encode())
        seen.update(value.data if isinstance(value, Array) else repr(value).encode())
    return seen.hexdigest()


def _shape(value: Value) -> str:
    return f"{value.dtype} {value.shape}" if isinstance(value, Array) else type(value).__name__


def digests(runs: Sequence[Run]) -> Mapping[str, str]:
    """Return the digests of the runs of public cases, by case and turn."""
    return {f"{run.case.id}/{run.turn}": digest(run) for run in runs if run.case.shown}


def _stopped(runs: Sequence[Run]) -> bool:
    return any(run.outcome.ending not in {Ending.RETURNED, Ending.RAISED} for run in runs)


@dataclass(frozen=True, kw_only=True)
class Fingerprints:
    """What the known mistakes of an exercise give on its public cases; each is run once, when it is first asked for.

    Where students have numbers of their own, each is run once for every student's cases. One that is stopped is run
    again for the next student, `TRIES` times in all: the machine may just have been too busy for it.
    """

    read: Callable[[Path, Assignment], Submission]  # a program of the author's
    _known: dict[tuple[str, ...], Mapping[str, str]] = field(default_factory=dict)
    _tries: dict[tuple[str, ...], int] = field(default_factory=dict)  # that are left
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def of(self, assignment: Assignment, exercise: Exercise, runs: Runs) -> Mapping[str, Mapping[str, str]]:
        """Return, for each mistake's file, the digests of its runs.

        Args:
            assignment: whose exercise it is.
            exercise: with mistakes.
            runs: runs a program on the cases of an exercise.

        Raises:
            BoxError: the judge's side broke.
            ConfigError: the author's own code failed.
        """
        if exercise.record:
            return exercise.record.mistakes
        shown = replace(exercise, cases=tuple(case for case in exercise.cases if case.shown))
        key = (assignment.digest, exercise.id, *(case.id for case in shown.cases))
        with self._lock:
            found: dict[str, Mapping[str, str]] = {}
            for mistake in exercise.mistakes:
                own = (*key, mistake.file.name)
                if left := self._tries.get(own, TRIES):
                    ran = runs(self.read(mistake.file, assignment), shown)
                    self._known[own], self._tries[own] = digests(ran), left - 1 if _stopped(ran) else 0
                found[mistake.file.name] = self._known[own]
            return found
