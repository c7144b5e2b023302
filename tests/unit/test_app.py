"""The composition root: what becomes of a job."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from grader import app, intake
from grader.config import load_course
from grader.errors import ConfigError, MachineError, Problem, StoreError
from grader.model.evidence import Evidence, Reference
from grader.model.job import Job
from grader.model.report import Report
from grader.model.submission import Submission

ROOT = Path(__file__).parents[2]
QUIZ = "quiz_gpu_basics"
GRADER = app.build(load_course(ROOT / "grader.yaml"), [QUIZ], device="virtual")
JOB = Job(student="s001", assignment=QUIZ, path=str(ROOT / "submissions" / QUIZ / "s001"))


class BrokenStore:
    """Keeps nothing: saving evidence raises what it is told to."""

    def __init__(self, error: Exception) -> None:
        self._error = error
        self.kept: list[Report] = []

    def save(self, submission: Submission, evidence: Evidence, references: Sequence[Reference]) -> None:  # noqa: ARG002
        raise self._error

    def load(self, assignment: str, student: str, attempt: int) -> tuple[Submission, Evidence, tuple[Reference, ...]]:
        raise StoreError(f"nothing is kept of {assignment}/{student}/{attempt}")

    def keys(self) -> Iterable[tuple[str, str, int]]:
        return ()

    def drop(self, assignment: str, student: str) -> None:
        self.kept = [report for report in self.kept if (report.assignment, report.student) != (assignment, student)]

    def save_unscored(self, report: Report) -> None:
        self.kept.append(report)

    def unscored(self) -> Iterable[Report]:
        return self.kept


@pytest.mark.parametrize("error", [StoreError("the disk is full"), ValueError("a bug")])
def test_a_fault_of_ours_is_a_report_without_a_score(error: Exception) -> None:
    store = BrokenStore(error)
    report = GRADER.grade(JOB, store)
    assert (report.score, report.verdicts) == (None, ())
    assert report.problem is not None
    assert (report.problem.code, report.problem.params["error"]) == (
        "machine.fault", f"{type(error).__name__}: {error}",
    )  # fmt: skip
    assert store.kept == [report]


def test_a_fault_of_the_author_s_ends_everything() -> None:
    error = ConfigError([Problem(file="oracle.py", line=1, column=1, message="oh")])
    with pytest.raises(ConfigError):
        GRADER.grade(JOB, BrokenStore(error))


def test_a_file_that_is_no_submission_has_a_reason_and_no_score(tmp_path: Path) -> None:
    (tmp_path / "quiz.docx").write_bytes(b"PK")
    report = GRADER.grade(Job(student="s002", assignment=QUIZ, path=str(tmp_path)))
    assert report.problem is not None
    assert (report.score, report.problem.code) == (None, "intake.none")


def test_jobs_are_found_in_a_tree_sorted() -> None:
    found = intake.jobs(ROOT / "submissions", GRADER.course)
    assert len(found) >= 24
    assert list(found) == sorted(found, key=lambda job: (job.assignment, job.student))
    assert {job.assignment for job in found} == {path.name for path in (ROOT / "assignments").iterdir()}


def test_a_wall_that_is_too_weak_is_refused_before_anything_runs() -> None:
    course = load_course(ROOT / "grader.yaml")
    grader = app.build(course, [QUIZ], device="virtual", sandbox="local")
    with pytest.raises(MachineError, match="the sandbox local reaches isolation E here, and D is required"):
        grader.ready()
    accepted = app.build(course, [QUIZ], device="virtual", sandbox="local", isolation="E").ready()
    assert accepted.isolation == "E"


def test_without_any_wall_only_who_accepts_that_gets_one_that_isolates_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "darwin")
    course = load_course(ROOT / "grader.yaml")
    with pytest.raises(MachineError, match="need Linux"):
        app.build(course, [QUIZ], device="virtual", sandbox="zygote").ready()
    grader = app.build(course, [QUIZ], device="virtual", sandbox="zygote", isolation="E").ready()
    assert grader.tools.sandbox_name == "local"


def test_a_course_that_student_code_could_read_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    grader = app.build(load_course(ROOT / "grader.yaml"), [QUIZ], device="virtual")
    try:
        grader.ready()
        monkeypatch.setattr("sys.prefix", str(ROOT))
        monkeypatch.setattr("grader.sandboxes._server.PARTS", ("reference",))
        with pytest.raises(MachineError, match=r"student code could read .*reference"):
            grader.ready()
    except MachineError as error:
        if "no wall" in str(error):
            pytest.skip(str(error))
        raise
