"""What people have decided, laid over what the checks leave open; and what still waits for a person."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from grader.grading.judging import Judges
from grader.model.assignment import Assignment, CheckSpec
from grader.model.evidence import Probe
from grader.model.review import Decision, Marks, Task, Waiting
from grader.model.text import Text
from grader.model.verdict import Finding, Status, Verdict
from grader.ports import Adviser, Check, Seen
from grader.text.folding import fold

# They say what is already marked, and what a student is told; a mark does not depend on them.
_ASIDE = frozenset({"accepted", "refused", "explain"})


def task(assignment: str, exercise: str, spec: CheckSpec, answer: str) -> Task:
    """Return what is to be marked: the same for all answers that read the same."""
    return Task(assignment=assignment, exercise=exercise, check=spec.id, rubric=_rubric(spec), folded=fold(answer))


def decided(decisions: Iterable[Decision]) -> Marks:
    """Return what was decided of each answer; of several decisions the last one holds."""
    return {
        Task(
            assignment=each.assignment, exercise=each.exercise, check=each.check, rubric=each.rubric,
            folded=fold(each.answer),
        ): each
        for each in decisions
    }  # fmt: skip


def reviewed(judges: Judges, marks: Marks, assignment: str) -> Judges:
    """Return checks that leave open only what no person has decided yet."""
    return lambda spec: _Reviewed(check=judges(spec), spec=spec, marks=marks, assignment=assignment)


def waiting(judged: Iterable[tuple[Assignment, Sequence[Verdict]]], judges: Judges) -> tuple[Waiting, ...]:
    """Return what waits for a person: by questions, in the order of the rubrics, the most frequent answer first.

    Args:
        judged: the verdicts on each attempt, and the assignment as its student has it.
        judges: lines of rubrics to checks.
    """
    found: dict[Task, tuple[CheckSpec, list[str]]] = {}
    places: dict[tuple[str, str, str], int] = {}
    for assignment, verdicts in judged:
        specs = {(exercise.id, spec.id): spec for exercise in assignment.exercises for spec in exercise.checks}
        for place, line in enumerate(specs):
            places.setdefault((assignment.id, *line), place)
        for verdict in verdicts:
            if verdict.status is Status.UNDECIDED and (answer := verdict.finding.answer):
                spec = specs[verdict.exercise, verdict.check]
                found.setdefault(task(assignment.id, verdict.exercise, spec, answer), (spec, []))[1].append(answer)
    made = [_waiting(each, spec, answers, judges(spec)) for each, (spec, answers) in found.items()]
    return tuple(sorted(made, key=lambda each: (each.task.assignment, places[each.task.line], -each.count)))


def _waiting(marked: Task, spec: CheckSpec, answers: Sequence[str], check: Check) -> Waiting:
    return Waiting(
        task=marked,
        spec=spec,
        answers=tuple(sorted(set(answers))),
        count=len(answers),
        suggestion=check.suggest(min(answers)) if isinstance(check, Adviser) else None,
    )


@dataclass(frozen=True, kw_only=True)
class _Reviewed:
    """A check, and what people have decided of what it leaves open."""

    probes: ClassVar[frozenset[Probe]] = frozenset()
    check: Check
    spec: CheckSpec
    marks: Marks
    assignment: str

    def judge(self, seen: Seen) -> Iterator[Finding]:
        """Judge as the check does."""
        for finding in self.check.judge(seen):
            open_ = finding.status is Status.UNDECIDED and finding.answer
            found = open_ and self.marks.get(task(self.assignment, seen.exercise.id, self.spec, finding.answer))
            yield _settled(finding, found) if found else finding


def _settled(finding: Finding, decision: Decision) -> Finding:
    full, none = decision.points >= decision.of, decision.points <= 0
    return replace(
        finding,
        status=Status.PASS if full else Status.FAIL,
        code="quiz.reviewed-full" if full else "quiz.reviewed-none" if none else "quiz.reviewed-part",
        partial=decision.points / decision.of if decision.of else finding.partial,
        params={
            "question": finding.params.get("question", ""),
            "points": decision.points,
            "of": decision.of,
            "reason": (decision.reason,) if decision.reason else (),
        },
    )


def _rubric(spec: CheckSpec) -> str:
    options = {key: _plain(value) for key, value in spec.options.items() if key not in _ASIDE}
    body = json.dumps([spec.kind, str(spec.points.normalize()), options], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(body.encode("utf-8", "surrogatepass")).hexdigest()


def _plain(value: object) -> Any:
    if isinstance(value, Text):
        return [value.bn, value.en]
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, tuple | list) else str(value)
