"""A hint needs no points, every other check does; the reader and the JSON Schema agree on it."""

from decimal import Decimal
from pathlib import Path

import authored
import pytest
import yaml
from jsonschema import Draft202012Validator

from grader.config import json_schema, load_assignments
from grader.errors import ConfigError

LINE = "      - {id: right, kind: near, points: 2.50}\n"


@pytest.mark.parametrize(
    ("line", "points"),
    [
        ("{id: hint, kind: construct, must_use: [for]}", Decimal(0)),
        ("{id: hint, kind: construct, must_use: [for], points: 0.5}", Decimal("0.5")),
    ],
)
def test_a_hint_is_worth_nothing_unless_it_is_given_points(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, points: Decimal
) -> None:
    authored.install_plugins(tmp_path, monkeypatch)
    text = authored.SUMS.replace(LINE, f"{LINE}      - {line}\n")
    course = authored.write(tmp_path)
    (tmp_path / "assignments/sums/assignment.yaml").write_text(text, encoding="utf-8")
    (assignment,) = load_assignments(course)
    assert assignment.exercises[0].checks[1].points == points
    assert Draft202012Validator(json_schema("assignment")).is_valid(yaml.safe_load(text))


def test_every_other_check_needs_points(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    authored.install_plugins(tmp_path, monkeypatch)
    text = authored.SUMS.replace(LINE, "      - {id: right, kind: near}\n")
    course = authored.write(tmp_path)
    (tmp_path / "assignments/sums/assignment.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match="needs the key 'points'"):
        load_assignments(course)
    assert not Draft202012Validator(json_schema("assignment")).is_valid(yaml.safe_load(text))
