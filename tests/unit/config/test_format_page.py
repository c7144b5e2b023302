"""The page of documentation is the one that the table gives."""

import shutil
from pathlib import Path

import authored
import pytest

import grader.config
from grader.config import load_assignments, reference_page
from grader.errors import ConfigError

_PAGE = Path(__file__).parents[3] / "docs/assignment-format.md"
_EXAMPLE = Path(grader.config.__file__).with_name("example.yaml")


def test_the_page_is_up_to_date() -> None:
    written = _PAGE.read_text(encoding="utf-8")
    assert written == reference_page(), "regenerate it: python -m grader.config > docs/assignment-format.md"


def test_the_page_shows_the_keys_of_every_check_with_their_units(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    authored.install_plugins(tmp_path, monkeypatch)
    page = reference_page()
    assert "| `ulps` | a whole number | `0` | Units in the last place |" in page
    assert "| `at_most` | a ratio such as 1.5 x reference | an error |  |" in page
    assert "| `of_bandwidth` | a percentage such as 80% | `80%` |  |" in page
    assert "| `most` | a number, or null | nothing |  |" in page


def test_the_example_is_right(tmp_path: Path) -> None:
    course = authored.write(tmp_path)
    folder, reference = course.assignments / "vec_add", course.reference / "vec_add"
    for path in ("starter/vec_add.py", "mistakes/no_guard.py", "honest/grid_stride.py"):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).touch()
    reference.mkdir()
    (reference / "solution.py").touch()
    (reference / "oracle.py").write_text("def vec_add(a, b, c, n): ...\n")
    shutil.copy(_EXAMPLE, folder / "assignment.yaml")
    try:
        load_assignments(course, ["vec_add"])
    except ConfigError as error:
        # Nothing but a plugin that is not there may be wrong with it.
        missing = ("expected a kind of check", "expected a language")
        wrong = [problem for problem in error.problems if not problem.message.startswith(missing)]
        assert wrong == []
