"""Gathering: seeds, and what the evidence says of where it was taken."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from grader import app, registry
from grader.grading.fingerprints import Fingerprints
from grader.grading.gathering import Tools, gather
from grader.model.assignment import Assignment, Case, Exercise
from grader.model.endings import NO_CARD
from grader.model.evidence import Ending, Evidence, ExerciseEvidence, Outcome, Reference, Run
from grader.model.submission import Submission
from grader.model.text import Text
from grader.ports import Bench

TEXT = Text(bn="ক", en="a")
CASES = (Case(id="n=1", params={}), Case(id="n=2", params={}), Case(id="hidden-1", params={}, hidden=True))
EXERCISE = Exercise(id="kernel", title=TEXT, statement=TEXT, language="seeds", checks=(), cases=CASES)
ASSIGNMENT = Assignment(
    id="small", title=TEXT, statement=TEXT, folder=Path("/a"), submit=("a.py",), starter=Path("/a/s.py"),
    reference=Path("/r/s.py"), exercises=(EXERCISE, replace(EXERCISE, id="launch")), digest="cd",
)  # fmt: skip
SUBMISSION = Submission(student="s001", assignment="small", file="a.py", format="py", digest="ab", cells=())


class SeedsLanguage:
    """A language that runs nothing, and keeps the seed of every case."""

    blocks: ClassVar[bool] = True

    def gather(
        self, submission: Submission, exercise: Exercise, assignment: Assignment, bench: Bench
    ) -> tuple[ExerciseEvidence, Reference]:
        assert (submission, assignment) == (SUBMISSION, ASSIGNMENT)
        returned = Outcome(ending=Ending.RETURNED)
        runs = tuple(Run(case=case, seed=bench.seed(case), outcome=returned) for case in exercise.cases)
        evidence = ExerciseEvidence(exercise=exercise.id, load=returned, runs=runs)
        return evidence, Reference(exercise=exercise.id, expected=tuple({} for _ in runs))


def gathered(device: str = "virtual") -> Evidence:
    tools = Tools(
        sandbox=registry.load("sandboxes", "local")(),
        sandbox_name="local",
        device=registry.load("devices", device)(),
        device_name=device,
        language=lambda _name: SeedsLanguage(),
        check=app.check,
        fingerprints=Fingerprints(read=app.authors),
    )
    return gather(SUBMISSION, ASSIGNMENT, tools)[0]


def seeds(evidence: Evidence) -> Mapping[tuple[str, str], int]:
    return {(each.exercise, run.case.id): run.seed for each in evidence.exercises for run in each.runs}


def test_public_cases_keep_their_seeds_and_hidden_ones_get_new_ones() -> None:
    first, second = seeds(gathered()), seeds(gathered())
    public = {key: seed for key, seed in first.items() if not key[1].startswith("hidden")}
    assert public == {key: second[key] for key in public}
    assert len(set(first.values())) == len(first), "every case has its own"
    assert all(first[key] != second[key] for key in first.keys() - public.keys())


def test_the_poison_of_the_first_turn_of_public_cases_is_finite() -> None:
    public = [seed for (_, case), seed in seeds(gathered()).items() if not case.startswith("hidden")]
    assert all(seed % 2 == 1 for seed in public)


def test_the_evidence_says_where_it_was_taken() -> None:
    evidence = gathered()
    assert (evidence.device, evidence.can_time, evidence.sandbox, evidence.isolation) == (
        "virtual", False, "local", "E",
    )  # fmt: skip
    assert (evidence.submission_digest, evidence.assignment_digest) == ("ab", "cd")
    assert evidence.graded_at.endswith("+00:00")


def test_what_is_made_of_blocks_of_threads_is_not_run_where_there_is_no_card() -> None:
    evidence = gathered("cpu")
    assert [(each.exercise, each.load, each.runs) for each in evidence.exercises] == [
        ("kernel", NO_CARD, ()), ("launch", NO_CARD, ())
    ]  # fmt: skip
