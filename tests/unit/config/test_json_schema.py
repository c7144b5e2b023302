"""The JSON Schema for editors agrees with the reader."""

from pathlib import Path
from typing import Any

import authored
import pytest
import yaml
from jsonschema import Draft202012Validator

from grader.config import json_schema

_ROOT = Path(__file__).parents[3]


@pytest.fixture
def schema(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    authored.install_plugins(tmp_path, monkeypatch)
    return json_schema("assignment")


def errors(schema: dict[str, Any], text: str) -> list[str]:
    return [error.json_path for error in Draft202012Validator(schema).iter_errors(yaml.safe_load(text))]


def test_what_the_reader_takes_the_schema_takes(schema: dict[str, Any]) -> None:
    Draft202012Validator.check_schema(schema)
    assert errors(schema, authored.SUMS) == []
    assert errors(json_schema("course"), authored.COURSE) == []


def test_the_courses_own_files_fit() -> None:
    assignment, course = json_schema("assignment"), json_schema("course")
    found = {path: errors(assignment, path.read_text("utf-8")) for path in _ROOT.glob("assignments/*/assignment.yaml")}
    found |= {path: errors(course, path.read_text("utf-8")) for path in _ROOT.glob("grader.yaml")}
    assert [path for path, wrong in found.items() if wrong] == []


@pytest.mark.parametrize(
    ("old", "new", "path"),
    [
        ("schema: 1", "schema: 2", "$.schema"),
        ("covers: [L38]", "cover: [L38]", "$"),
        ('{bn: "যোগফল", en: "Sums"}', '{bn: "যোগফল"}', "$.title"),
        ("wall: 500 ms", "wall: 500", "$.limits.wall"),
        ("wall: 500 ms", "wall: 500 hours", "$.limits.wall"),
        ("language: toy", "language: toi", "$.exercises[0].language"),
        ("    entry: add\n", "", "$.exercises[0]"),
        ("language: quiz", "language: quiz\n    entry: x", "$.exercises[1]"),
        ("a: {array: float32", "a: {array: float23", "$.exercises[0].inputs"),
        ("kind: near", "kind: near, ulp: 1", "$.exercises[0].checks[0]"),
        ("kind: near", "kind: near, ulps: x", "$.exercises[0].checks[0].ulps"),
        ("at_most: 1.5 x reference, ", "", "$.exercises[0].checks[1]"),
        ("kind: near", "kind: nea", "$.exercises[0].checks[0].kind"),
    ],
)
def test_what_the_reader_refuses_the_schema_refuses(schema: dict[str, Any], old: str, new: str, path: str) -> None:
    assert old in authored.SUMS
    assert path in errors(schema, authored.SUMS.replace(old, new, 1))


def test_an_editor_can_explain_a_checks_own_keys(schema: dict[str, Any]) -> None:
    checks = schema["properties"]["exercises"]["items"]["properties"]["checks"]["items"]
    near = next(each["then"] for each in checks["allOf"] if each["if"]["properties"]["kind"]["const"] == "near")
    assert near["properties"]["ulps"] == {"description": "units in the last place", "type": "integer"}
