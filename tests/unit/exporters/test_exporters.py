"""The files for programs: as documented in docs/report-format.md."""

import csv
import json
import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from grader import registry
from grader.exporters.json import JsonExporter
from grader.model.pictures import Count, Counts, Picture, Timing, WhereWrong
from grader.model.report import Report
from grader.model.submission import Note
from grader.model.verdict import Example, Finding, Score, Shown, Status, Verdict

PAGE = (Path(__file__).parents[3] / "docs" / "report-format.md").read_text(encoding="utf-8")
FAILED = Verdict(
    exercise="kernel", check="right", kind="output", points=Decimal("2.5"), awarded=Decimal(0),
    finding=Finding(status=Status.FAIL, code="output.scaled", params={"name": "c", "factor": float("inf")}, case="n=4"),
)  # fmt: skip
REPORT = Report(
    student="s001", assignment="vec_add", file="সমাধান.py", submission_digest="ab", assignment_digest="cd",
    graded_at="2026-12-01T00:00:00+00:00", seconds=1.5, device="virtual", sandbox="local", isolation="none",
    machine={"numba": "1"}, verdicts=(FAILED,), notes=(Note(code="note.colab", params={"names": ("drive",)}),),
    score=Score(earned=Decimal(0), open=Decimal("0.5"), possible=Decimal(3)),
)  # fmt: skip
UNREADABLE = replace(
    REPORT, student="=1+1", score=None, verdicts=(), problem=Note(code="intake.empty", params={"file": "a.py"})
)


def export(name: str, folder: Path, reports: Sequence[Report] = (REPORT, UNREADABLE)) -> Sequence[Path]:
    found: Sequence[Path] = registry.load("exporters", name)().export(reports, folder)
    return found


@pytest.mark.parametrize("name", registry.names("exporters"))
def test_an_exporter_says_which_files_it_wrote(name: str, tmp_path: Path) -> None:
    paths = export(name, tmp_path)
    assert sorted(paths) == sorted(path for path in tmp_path.rglob("*") if path.is_file())


def test_json_holds_codes_and_numbers_and_no_human_language(tmp_path: Path) -> None:
    export("json", tmp_path)
    text = (tmp_path / "reports" / "vec_add" / "s001.json").read_text(encoding="utf-8")
    body = json.loads(text, parse_constant=pytest.fail)
    assert body["schema"] == 1
    assert body["score"] == {
        "earned": 0, "late": 0, "deducted": 0, "awarded": 0, "open": 0.5, "possible": 3, "settled": True,
        "final": False,
    }  # fmt: skip
    assert body["verdicts"] == [
        {
            "exercise": "kernel", "check": "right", "kind": "output", "status": "fail", "points": 2.5, "awarded": 0,
            "code": "output.scaled", "params": {"name": "c", "factor": "inf"}, "case": "n=4", "hidden": False,
            "example": None, "picture": None,
        }
    ]  # fmt: skip
    assert body["notes"] == [{"code": "note.colab", "params": {"names": ["drive"]}}]


EXAMPLE = Example(
    case="n=2", inputs=("a = [1, 2]",), place="c[1]", expected="4", got="3",
    values=(Shown(name="a", role="input", shape=(2,), values=("1", "2")),),
)  # fmt: skip
PICTURES: dict[str, Picture] = {
    "where-wrong": WhereWrong(name="c", shape=(2, 3), wrong=1, cells=((0.0, 0.0, 1.0), (0.0, 0.0, 0.0)), part=(1, 1)),
    "timing": Timing(student_ms=(2.0, 2.5), beside_ms=(1.0, 1.25), copy=False, low=1.9, ratio=2.0, high=2.1, limit=1.5),
    "counts": Counts(items=(Count(name="blocks", counted=3, limit=8, at_least=True),)),
}


def tuples(body: Any) -> Any:
    if isinstance(body, dict):
        return {key: tuples(value) for key, value in body.items()}
    return tuple(map(tuples, body)) if isinstance(body, list) else body


@pytest.mark.parametrize("kind", PICTURES)
def test_pictures_and_examples_are_read_back_as_they_were(kind: str) -> None:
    finding = replace(FAILED.finding, example=EXAMPLE, picture=PICTURES[kind])
    body = json.loads(JsonExporter().text([replace(REPORT, verdicts=(replace(FAILED, finding=finding),))]))
    verdict = body["reports"][0]["verdicts"][0]
    assert verdict["picture"]["kind"] == kind
    picture, example = dict(verdict["picture"]), verdict["example"]
    del picture["kind"]
    items = picture.get("items", [])
    keys = {*picture, *example, *example["values"][0], *(key for item in items for key in item)}
    again = {**tuples(picture), **({"items": tuple(Count(**item) for item in items)} if items else {})}
    assert type(PICTURES[kind])(**again) == PICTURES[kind]
    assert (
        Example(**{**tuples(example), "values": tuple(Shown(**tuples(each)) for each in example["values"])}) == EXAMPLE
    )
    assert keys - set(re.findall(r"[`\"](\w+)[`\"]", PAGE)) == set()
    assert f"`{kind}`" in PAGE


def test_numbers_of_one_row_stand_on_one_line_and_texts_are_left_alone() -> None:
    odd = "[\n  1,\n  2\n]"
    finding = replace(FAILED.finding, params={"error": odd}, picture=PICTURES["where-wrong"])
    text = JsonExporter().text([replace(REPORT, verdicts=(replace(FAILED, finding=finding),))])
    assert "[0.0, 0.0, 1.0],\n" in text
    assert json.loads(text)["reports"][0]["verdicts"][0]["params"] == {"error": odd}


def test_the_file_of_all_reports_holds_the_same_as_the_single_ones(tmp_path: Path) -> None:
    export("json", tmp_path)
    everything = json.loads((tmp_path / "results.json").read_bytes())
    one = json.loads((tmp_path / "reports" / "vec_add" / "s001.json").read_bytes())
    assert {"schema": 1, **everything["reports"][0]} == one
    assert everything["reports"][1]["problem"] == {"code": "intake.empty", "params": {"file": "a.py"}}


def test_every_key_is_documented(tmp_path: Path) -> None:
    export("json", tmp_path)
    documented = set(re.findall(r"`(\w+)`", PAGE))
    body = json.loads((tmp_path / "results.json").read_bytes())["reports"][0]
    keys = {*body, *body["score"], *body["verdicts"][0]}
    assert keys - documented == set()


def test_csv_is_read_back_and_runs_no_formula(tmp_path: Path) -> None:
    (path,) = export("csv", tmp_path)
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows: list[dict[str, Any]] = list(csv.DictReader(file))
    assert rows[0] | {"file": "সমাধান.py", "awarded": "0", "open": "0.5", "final": "no"} == rows[0]
    assert (rows[1]["student"], rows[1]["possible"], rows[1]["problem"]) == ("'=1+1", "", "intake.empty")
    assert set(rows[0]) <= set(re.findall(r"`(\w+)`", PAGE))
