import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fixed_reports import LATE, MIXED, REPORTS

from grader import app
from grader.errors import StoreError
from grader.model.pictures import Count, Counts, Picture, Timing, WhereWrong
from grader.model.report import Report
from grader.model.verdict import Shown
from grader.store.published import published

PICTURES: tuple[Picture, ...] = (
    WhereWrong(name="c", shape=(2, 3), wrong=1, cells=((0.0, 0.5), (1.0, 0.0))),
    Timing(student_ms=(1.5, 2.0), beside_ms=(1.0, 1.0), copy=False, low=1.4, ratio=1.75, high=2.1, limit=1.5),
    Counts(items=(Count(name="sectors", counted=64.0, ideal=32.0),)),
)


def written(folder: Path, *reports: Report) -> Path:
    app.export(reports, folder)
    return folder


def changed(folder: Path, change: dict[str, Any]) -> None:
    """Change keys of the only report in results.json."""
    path = folder / "results.json"
    body = json.loads(path.read_text(encoding="utf-8"))
    body["reports"][0] |= change
    path.write_text(json.dumps(body), encoding="utf-8")


def test_what_was_published_is_read_back(tmp_path: Path) -> None:
    found = published(written(tmp_path, *REPORTS.values()))
    assert [report.student for report in found] == ["s001", "s002", "s003", "s004"]
    # JSON knows no tuples: those inside of a note's parameters come back as lists.
    assert [replace(report, notes=()) for report in found] == [
        replace(report, notes=()) for report in sorted(REPORTS.values(), key=lambda report: report.student)
    ]


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: type(picture).__name__)
def test_pictures_and_examples_are_read_back(tmp_path: Path, picture: Picture) -> None:
    shown = Shown(name="a", role="input", shape=(2,), values=("0", "1"))
    wrong = MIXED.verdicts[0]
    assert wrong.finding.example is not None
    finding = replace(wrong.finding, picture=picture, example=replace(wrong.finding.example, values=(shown,)))
    report = replace(MIXED, notes=(), verdicts=(replace(wrong, finding=finding),))
    assert published(written(tmp_path, report)) == (report,)


def test_without_the_file_of_all_the_single_ones_are_read(tmp_path: Path) -> None:
    (written(tmp_path, *REPORTS.values()) / "results.json").unlink()
    assert len(published(tmp_path)) == len(REPORTS)
    assert published(tmp_path / "elsewhere") == ()


def test_a_file_of_before_the_share_of_being_late_was_kept(tmp_path: Path) -> None:
    path = written(tmp_path, LATE) / "results.json"
    body = json.loads(path.read_text(encoding="utf-8"))
    del body["reports"][0]["score"]["late"]
    path.write_text(json.dumps(body), encoding="utf-8")
    (found,) = published(tmp_path)
    assert found.score == LATE.score


def test_keys_and_pictures_of_a_later_version_are_passed_over(tmp_path: Path) -> None:
    written(tmp_path, LATE)
    verdict = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))["reports"][0]["verdicts"][0]
    changed(tmp_path, {"new": 1, "verdicts": [verdict | {"picture": {"kind": "hologram"}, "new": [2]}]})
    (found,) = published(tmp_path)
    assert found.verdicts == LATE.verdicts[:1]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"{", "is damaged: Expecting"),
        (b"\xff", "is damaged"),
        (b"[" * 100_000, "is damaged"),
        (b"[]", "has the schema None, and this grader reads 1"),
        (b'{"schema": 2, "reports": []}', "has the schema 2, and this grader reads 1"),
        (b'{"schema": 1}', "it has no list of reports"),
        (b'{"schema": 1, "reports": [3]}', "the report of [?] lacks a key"),
        (b'{"schema": 1, "reports": [{"student": "s1", "assignment": "a"}]}', "the report of a/s1 lacks a key"),
    ],
)
def test_a_damaged_file_is_named(tmp_path: Path, text: bytes, said: str) -> None:
    (tmp_path / "results.json").write_bytes(text)
    with pytest.raises(StoreError, match=said) as caught:
        published(tmp_path)
    assert str(tmp_path / "results.json") in str(caught.value)


@pytest.mark.parametrize("key", ["awarded", "deducted", "final"])
def test_marks_that_do_not_add_up_are_refused(tmp_path: Path, key: str) -> None:
    written(tmp_path, LATE)
    score = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))["reports"][0]["score"]
    changed(tmp_path, {"score": score | {key: score[key] + 1}})
    with pytest.raises(StoreError, match=rf"in the report of vec_add/s004 {key} is"):
        published(tmp_path)
