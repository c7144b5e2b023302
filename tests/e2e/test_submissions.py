"""Everything in submissions/, graded by one `grader batch`, against the verdicts that each must get."""

import csv
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from course import ROOT, grader

# Submission -> points, open points, and the lines of the rubric that did not pass: `exercise/check: status code`.
EXPECTED: Mapping[str, Mapping[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "expected.yaml").read_text(encoding="utf-8")
)


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("results")
    done = grader("batch", "--device", "virtual", "--out", folder)
    assert done.returncode == 1, done.stderr  # the speed of a kernel stays open without a card
    assert done.stderr == ""
    return folder


def seen(report: Mapping[str, Any]) -> Mapping[str, Any]:
    score = report["score"] or {"awarded": None, "open": None}
    lines = {
        f"{line['exercise']}/{line['check']}": f"{line['status']} {line['code']}"
        for line in report["verdicts"]
        if line["status"] != "pass"
    }
    problem = {"problem": report["problem"]["code"]} if report["problem"] else {}
    notes = {"notes": [note["code"] for note in report["notes"]]} if report["notes"] else {}
    return {"points": score["awarded"], "open": score["open"], **lines, **problem, **notes}


def test_every_submission_has_its_expectation() -> None:
    there = {f"{path.parent.name}/{path.name}" for path in (ROOT / "submissions").glob("*/*")}
    assert sorted(EXPECTED) == sorted(there)
    assert len(there) >= 24


@pytest.mark.parametrize("name", EXPECTED)
def test_a_submission_gets_the_verdicts_that_it_must(results: Path, name: str) -> None:
    report = json.loads((results / "reports" / f"{name}.json").read_bytes())
    assert seen(report) == EXPECTED[name]


def test_every_report_can_be_read_in_each_form(results: Path) -> None:
    for name in EXPECTED:
        page = (results / "reports" / f"{name}.html").read_text(encoding="utf-8")
        assert "@font-face" in page
        assert not re.search(r"(src|href)=[\"']?https?://", page)
        assert (results / "reports" / f"{name}.md").stat().st_size > 200
    index = (results / "index.html").read_text(encoding="utf-8")
    assert all(f"reports/{name}.html" in index for name in EXPECTED)
    with (results / "results.csv").open(encoding="utf-8-sig", newline="") as file:
        assert len(list(csv.DictReader(file))) == len(EXPECTED)


def test_nothing_of_a_hidden_case_is_in_a_report(results: Path) -> None:
    for path in sorted((results / "evidence").glob("*/*/evidence.json")):
        evidence = json.loads(path.read_bytes())["evidence"]
        name = f"{evidence['assignment']}/{evidence['student']}"
        verdicts = json.loads((results / "reports" / f"{name}.json").read_bytes())["verdicts"]
        for verdict in verdicts:
            if verdict["hidden"]:
                assert (verdict["params"], verdict["case"]) == ({}, "")
        shown = {verdict["case"] for verdict in verdicts}
        runs = [run for exercise in evidence["exercises"] for run in exercise["runs"]]
        assert not shown & {run["case"]["id"] for run in runs if run["case"]["hidden"]}


def test_rejudging_the_evidence_gives_the_same_verdicts(results: Path) -> None:
    before = {name: json.loads((results / "reports" / f"{name}.json").read_bytes()) for name in EXPECTED}
    done = grader("rejudge", results)
    assert done.returncode == 1, done.stderr
    for name, report in before.items():
        assert json.loads((results / "reports" / f"{name}.json").read_bytes()) == report
