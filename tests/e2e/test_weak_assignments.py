"""Assignments that look as if they marked something are refused, each for its own reason."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from course import grader

WEAK = Path(__file__).parent / "weak"

PROBLEMS = {
    "uniform_inputs": {
        *((name, "unseen") for name in ("constant", "previous", "dropped", "subsampled", "float16", "bfloat16"))
    },
    "one_size": {*((name, "unshown") for name in ("last-block", "first-block", "no-guard", "wide-guard"))},
    "unused_input": {("", "nothing-hidden"), ("", "idle")},
    "square_only": {("square", "unshown")},
    "same_values": {
        ("", "flat"), ("", "same"), ("subsampled", "unshown"), ("float16", "unshown"), ("bfloat16", "unshown"),
    },
}  # fmt: skip


@pytest.fixture(scope="module")
def found() -> Mapping[str, Any]:
    done = grader("validate", "--seeds", "1", "--json", folder=WEAK)
    assert done.returncode == 2, done.stdout + done.stderr
    body = json.loads(done.stdout)
    assert body["schema"] == 1
    return {each["assignment"]: each for each in body["assignments"]}


@pytest.mark.parametrize("name", PROBLEMS)
def test_a_weak_assignment_is_refused_for_its_own_reason(found: Mapping[str, Any], name: str) -> None:
    assert not found[name]["sound"]
    problems = {(row["program"], each["problem"]) for row in found[name]["programs"] for each in row["problems"]}
    assert problems == PROBLEMS[name]


def test_every_program_is_listed_with_what_each_check_said(found: Mapping[str, Any]) -> None:
    rows = found["uniform_inputs"]["programs"]
    assert [row["kind"] for row in rows[:3]] == ["reference", "starter", "task"]
    assert {row["kind"] for row in rows[3:]} == {"mutant"}
    zeros = next(row for row in rows if row["program"] == "zeros")
    assert zeros["sound"]
    assert zeros["checks"] == [{"check": "right", "status": "fail", "code": "output.wrong-values"}]


def test_the_programs_alone_may_be_tried(found: Mapping[str, Any]) -> None:
    assert "mutant" in {row["kind"] for row in found["square_only"]["programs"]}
    done = grader("validate", "square_only", "--seeds", "1", "--json", "--programs-only", folder=WEAK)
    assert done.returncode == 0, done.stdout + done.stderr
    [only] = json.loads(done.stdout)["assignments"]
    assert {row["kind"] for row in only["programs"]} == {"reference", "starter"}
