"""A script has nothing that is called: no entry, no cases; the reader and the JSON Schema agree on it."""

from pathlib import Path
from typing import Any

import authored
import pytest
import yaml
from jsonschema import Draft202012Validator

from grader.config import json_schema, load_assignments
from grader.errors import ConfigError

SCRIPT = """\
  - id: run
    title: {bn: "চালান", en: "Run"}
    statement: {bn: "print করুন।", en: "Print."}
    language: script
    checks:
      - {id: shown, kind: stdout, points: 1, lines: [hello]}
"""


def errors(text: str) -> list[Any]:
    return list(Draft202012Validator(json_schema("assignment")).iter_errors(yaml.safe_load(text)))


def test_a_script_has_neither_an_entry_nor_cases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    authored.install_plugins(tmp_path, monkeypatch)
    course, file = authored.write(tmp_path), tmp_path / "assignments/sums/assignment.yaml"
    file.write_text(authored.SUMS + SCRIPT, encoding="utf-8")
    (assignment,) = load_assignments(course)
    assert (assignment.exercises[2].entry, assignment.exercises[2].cases) == ("", ())
    assert errors(authored.SUMS + SCRIPT) == []

    called = SCRIPT + "    entry: main\n    cases: [{n: 1}]\n"
    file.write_text(authored.SUMS + called, encoding="utf-8")
    with pytest.raises(ConfigError, match="'cases' has no place where `language` is `script`"):
        load_assignments(course)
    assert errors(authored.SUMS + called) != []
