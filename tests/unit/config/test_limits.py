"""Limits of a course, an assignment, an exercise and a check; built-in kinds of checks, as the rules are theirs."""

from pathlib import Path

import authored
import pytest

from grader.config import load_assignments
from grader.errors import ConfigError
from grader.model.assignment import Assignment, Case, Course, Limits

KINDS = authored.SUMS.replace("kind: near", "kind: output").replace(
    "kind: swift, points: 2, needs: [right], at_most: 1.5 x reference, within: 20 ms", "kind: memory_safety, points: 2"
)


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Course:
    authored.install_plugins(tmp_path / "site", monkeypatch)
    return authored.write(tmp_path / "course")


def load(course: Course, text: str) -> Assignment:
    (course.assignments / "sums/assignment.yaml").write_text(text, encoding="utf-8")
    return load_assignments(course)[0]


def test_the_nearest_limit_holds(course: Course) -> None:
    text = KINDS.replace("    entry: add\n", "    entry: add\n    limits: {cpu: 3 s, processes: 9}\n").replace(
        "points: 2}", "points: 2, roles: [big], limits: {wall: 9 s, files: 20, disk: 1 MB, output: 2 kB}}"
    )
    add = load(course, text).exercises[0]
    exercise = Limits(wall_s=0.5, cpu_s=3.0, memory_bytes=2**30, processes=9)
    assert add.limits_of(Case(id="x", params={})) == exercise
    assert add.limits_of(Case(id="x", params={}, role="big")) == Limits(
        wall_s=9.0, cpu_s=3.0, memory_bytes=2**30, processes=9, open_files=20, disk_bytes=10**6, output_bytes=2000
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("points: 2}", "points: 2, limits: {wall: 9 s}}", "the check in line 36 looks at the same cases"),
        ("points: 2.50}", "points: 2.50, roles: [speed], limits: {wall: 9 s}}", "line 37 looks"),
        ("        points: 1\n", "        points: 1\n        limits: {wall: 9 s}\n", "this kind of check runs nothing"),
        ("points: 2}", "points: 2, roles: [big], limits: {walls: 9 s}}", "walls"),
        ("points: 2}", "points: 2, roles: [big], limits: {processes: 0}}", "1"),
    ],
)  # fmt: skip
def test_limits_that_cannot_hold_are_refused(course: Course, old: str, new: str, said: str) -> None:
    assert old in KINDS
    with pytest.raises(ConfigError) as caught:
        load(course, KINDS.replace(old, new))
    assert said in str(caught.value)


def test_checks_that_agree_may_share_their_cases(course: Course) -> None:
    text = KINDS.replace("points: 2}", "points: 2, limits: {wall: 9 s}}").replace(
        "points: 2.50}", "points: 2.50, limits: {wall: 9 s}}"
    )
    assert load(course, text).exercises[0].limits_of(Case(id="x", params={}, role="speed")).wall_s == 9.0
