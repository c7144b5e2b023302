"""What people have decided is laid over what checks leave open, and over nothing else."""

from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from grader.app import check
from grader.grading.judging import judge
from grader.grading.reviewing import decided, reviewed, task, waiting
from grader.model.assignment import Assignment, Case, CheckSpec, Exercise
from grader.model.evidence import Ending, Evidence, ExerciseEvidence, Outcome, Reference, Run
from grader.model.review import Decision
from grader.model.submission import Submission
from grader.model.text import Text
from grader.model.verdict import Status, Verdict

ASK = Text(bn="কেন?", en="Why?")
LOADED = Outcome(ending=Ending.RETURNED)
SHORT: dict[str, Any] = {
    "question": "q1", "ask": ASK, "explain": ASK, "look_for": {"async": "async", "wait": "wait, অপেক্ষা"},
}  # fmt: skip
SPEC = CheckSpec(id="why", kind="short", points=Decimal(2), options=SHORT)
RIGHT = "launch async, তাই অপেক্ষা"
DECISION = Decision(
    assignment="quiz", exercise="questions", check="why", rubric=task("quiz", "questions", SPEC, "x").rubric,
    answer=RIGHT, points=Decimal("1.5"), of=Decimal(2), reviewer="rima", at="2026-12-03T09:00:00+00:00", reason="ভালো",
)  # fmt: skip


def judged(answer: str, *decisions: Decision, spec: CheckSpec = SPEC) -> tuple[Assignment, tuple[Verdict, ...]]:
    exercise = Exercise(id="questions", title=ASK, statement=ASK, language="quiz", checks=(spec,))
    assignment = Assignment(
        id="quiz", title=ASK, statement=ASK, folder=Path(), submit=("quiz.py",), starter=Path(), reference=Path(),
        exercises=(exercise,),
    )  # fmt: skip
    run = Run(case=Case(id="answers", params={}), seed=0, outcome=LOADED, outputs={"q1": answer})
    submission = Submission(student="s", assignment="quiz", file="quiz.py", format="py", digest="", cells=())
    evidence = Evidence(
        student="s", assignment="quiz", assignment_digest="", submission_digest="", graded_at="", seconds=0.0,
        device="virtual", can_time=False, sandbox="local", isolation="E", machine={},
        exercises=(ExerciseEvidence(exercise="questions", load=LOADED, runs=(run,)),),
    )  # fmt: skip
    judges = reviewed(check, decided(decisions), "quiz")
    return assignment, judge(
        submission, assignment, evidence, (Reference(exercise="questions", expected=({},)),), judges
    )


def verdict(answer: str, *decisions: Decision, spec: CheckSpec = SPEC) -> Verdict:
    return judged(answer, *decisions, spec=spec)[1][0]


@pytest.mark.parametrize(
    ("points", "status", "code"),
    [
        ("2", Status.PASS, "quiz.reviewed-full"),
        ("1.5", Status.FAIL, "quiz.reviewed-part"),
        ("0.33", Status.FAIL, "quiz.reviewed-part"),
        ("0", Status.FAIL, "quiz.reviewed-none"),
    ],
)
def test_an_answer_gets_the_points_that_a_person_gave(points: str, status: Status, code: str) -> None:
    found = verdict(RIGHT, replace(DECISION, points=Decimal(points)))
    assert (found.status, found.finding.code, found.awarded) == (status, code, Decimal(points))
    assert found.finding.params == {"question": "q1", "points": Decimal(points), "of": 2, "reason": ("ভালো",)}


def test_what_reads_the_same_gets_the_same_mark_and_nothing_else_does() -> None:
    for same in ("Launch  ASYNC তাই অপেক্ষা।", "launch a\u200bsync, তাই অপেক্ষা"):
        assert verdict(same, DECISION).awarded == Decimal("1.5")
    for other in ("launch async, তাই অপেক্ষা নয়", "launch !async, তাই অপেক্ষা", "launch \u0430sync, তাই অপেক্ষা", "x"):
        assert verdict(other, DECISION).status is Status.UNDECIDED


def test_the_last_decision_holds() -> None:
    found = verdict(RIGHT, DECISION, replace(DECISION, answer=RIGHT.upper(), points=Decimal(0)))
    assert found.awarded == 0


@pytest.mark.parametrize(
    ("spec", "holds"),
    [
        (replace(SPEC, options={**SHORT, "explain": Text(bn="ভাবুন।", en="Think.")}), True),
        (replace(SPEC, options={**SHORT, "refused": ("no",)}), True),
        (replace(SPEC, title=ASK), True),
        (replace(SPEC, points=Decimal(3)), False),
        (replace(SPEC, options={**SHORT, "ask": Text(bn="কী?", en="What?")}), False),
        (replace(SPEC, options={**SHORT, "look_for": {"async": "async"}}), False),
        (replace(SPEC, id="other"), False),
    ],
)
def test_a_mark_does_not_outlive_its_question(spec: CheckSpec, holds: bool) -> None:
    assert (verdict(RIGHT, DECISION, spec=spec).status is not Status.UNDECIDED) == holds


def test_what_a_check_decides_itself_is_not_for_people() -> None:
    spec = replace(SPEC, options={**SHORT, "refused": (RIGHT,)})
    assert verdict(RIGHT, replace(DECISION, points=Decimal(2)), spec=spec).finding.code == "quiz.short-refused"


def test_a_number_that_is_not_clearly_one_waits_too() -> None:
    options = {"question": "q1", "ask": ASK, "explain": ASK, "answer": "112 s"}
    spec = CheckSpec(id="time", kind="number", points=Decimal(1), options=options)
    (found,) = waiting([judged("১১১-১১৩ s", spec=spec)], check)
    mark = replace(
        DECISION, check="time", rubric=found.task.rubric, answer=found.answers[0], points=Decimal(1), of=Decimal(1)
    )
    assert verdict("111–113 s", mark, spec=spec).awarded == 1


def test_the_queue_has_each_answer_once_the_most_frequent_first() -> None:
    answers = ("জানি না", RIGHT, "Launch async তাই অপেক্ষা", "launch async")
    first, *others = waiting([judged(answer) for answer in answers], check)
    assert (first.count, first.answers, first.suggested) == (2, ("Launch async তাই অপেক্ষা", RIGHT), Decimal(2))
    assert {each.answers[0]: each.suggested for each in others} == {"জানি না": 0, "launch async": 1}
    assert waiting([judged(RIGHT, DECISION)], check) == ()


def test_a_suggestion_is_never_in_a_finding() -> None:
    assert verdict(RIGHT).finding.params == {"question": "q1"}
    assert verdict(RIGHT).awarded == 0
