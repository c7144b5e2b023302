"""What every executor must do."""

import threading
from typing import Any

import pytest

from grader import registry
from grader.errors import ConfigError
from grader.model.job import Job
from grader.model.report import Report

JOBS = tuple(Job(student=f"s{number:03}", assignment="a", path=f"/{number}") for number in range(7))


@pytest.fixture(params=registry.names("executors"))
def executor(request: pytest.FixtureRequest) -> Any:
    return registry.load("executors", request.param)()


def report(job: Job) -> Report:
    return Report(
        student=job.student, assignment=job.assignment, file=job.path, submission_digest="", assignment_digest="",
        graded_at="", seconds=0.0, device="virtual", sandbox="local", isolation="none", machine={}, verdicts=(),
        score=None,
    )  # fmt: skip


@pytest.mark.parametrize("workers", [0, 1, 3])
def test_every_job_gives_one_report(executor: Any, workers: int) -> None:
    found = list(executor.run(JOBS, report, workers))
    assert sorted(each.student for each in found) == [job.student for job in JOBS]


def test_what_the_work_raises_is_raised_and_the_rest_is_not_begun(executor: Any) -> None:
    begun: list[str] = []

    def work(job: Job) -> Report:
        begun.append(job.student)
        raise ConfigError([])

    with pytest.raises(ConfigError):
        list(executor.run(JOBS, work, 1))
    # A job that was already handed out may still begin.
    assert len(begun) < len(JOBS)


def test_no_job_is_an_empty_run(executor: Any) -> None:
    assert list(executor.run((), report, 0)) == []


def test_nothing_of_it_goes_on_afterwards(executor: Any) -> None:
    before = set(threading.enumerate())
    list(executor.run(JOBS, report, 2))
    assert set(threading.enumerate()) <= before
