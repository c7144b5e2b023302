"""Submissions that try to cheat: each fails for the right reason, beside honest controls that pass."""

from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

from grader import app
from grader.config import load_course
from grader.model.report import Report
from grader.model.verdict import Status

HERE = Path(__file__).parent
EXPECTED: Mapping[str, str] = yaml.safe_load((HERE / "expected.yaml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Report]:
    course = load_course(HERE / "course" / "grader.yaml")
    grader = app.build(course)
    store = app.store(tmp_path_factory.mktemp("results"))
    return {each.student: each for each in grader.grade_all(app.jobs(course.submissions, course), store, 2)}


def test_every_attack_is_expected_to_do_something() -> None:
    assert sorted(EXPECTED) == sorted(path.name for path in (HERE / "course" / "submissions" / "add").iterdir())


@pytest.mark.parametrize("name", EXPECTED)
def test_an_attack_fails_with_its_reason_and_honest_code_passes(reports: Mapping[str, Report], name: str) -> None:
    report = reports[name]
    assert report.score is not None, report.problem
    (verdict,) = report.verdicts
    if EXPECTED[name] == "pass":
        assert verdict.status is Status.PASS, verdict.finding
    else:
        assert (verdict.status, verdict.finding.code) == (Status.FAIL, EXPECTED[name])
        assert report.score.awarded == 0


def test_nothing_of_the_judge_s_was_run(reports: Mapping[str, Report]) -> None:
    assert reports["pickle_bomb"].score is not None
    assert not Path("/tmp/grader-was-fooled").exists()  # noqa: S108 - the file that the attack would make
