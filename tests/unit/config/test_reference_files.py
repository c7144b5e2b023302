"""A file that a check names has to lie in the folder of the reference."""

from pathlib import Path

import authored
import pytest

from grader.config import load_assignments
from grader.errors import ConfigError

LINE = "      - {id: right, kind: near, points: 2.50}\n"


def test_a_file_of_tests_has_to_be_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    authored.install_plugins(tmp_path, monkeypatch)
    course = authored.write(tmp_path)
    line = "      - {id: own, kind: pytest, points: 1, file: test_sums.py}\n"
    text = authored.SUMS.replace(LINE, LINE + line)
    (tmp_path / "assignments/sums/assignment.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=r"no file 'test_sums.py' in the folder of the reference, sums") as caught:
        load_assignments(course)
    (problem,) = caught.value.problems
    assert problem.line == text.splitlines().index(line.rstrip("\n")) + 1
    (tmp_path / "reference/sums/test_sums.py").write_text("", encoding="utf-8")
    (assignment,) = load_assignments(course)
    assert assignment.exercises[0].checks[1].options == {"file": "test_sums.py"}
