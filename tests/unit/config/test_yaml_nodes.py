"""What is no YAML, or more than an author would write, is one problem with its place."""

from pathlib import Path

import pytest

from grader.config.nodes import Map, read
from grader.errors import UsageError

_BOMB = "a: &a [1, 2, 3, 4, 5, 6, 7, 8, 9, 0]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{before}'] * 10)}]\n" for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)

UNFIT = {
    "tab": (b"a:\n\tb: 1\n", 2, "not YAML: while scanning for the next token found character"),
    "unclosed": (b"a: [1, 2\nb: 3\n", 2, "not YAML: "),
    "two documents": (b"a: 1\n---\nb: 2\n", 2, "not YAML: expected a single document"),
    "empty": (b"# nothing\n", 0, "the file is empty"),
    "latin-1": ("a: 1\nb: caf\xe9\n".encode("latin-1"), 2, "expected UTF-8"),
    "utf-16": ("a: 1\n".encode("utf-16"), 1, "expected UTF-8"),
    "control": (b"a: 1\nb: \x07\n", 2, "a control character, U+0007, stands here"),
    "large": (b"a: " + b"x" * 1_000_000, 0, "expected at most 1000 kB, the file is larger"),
    "deep": (b"[" * 100 + b"]" * 100, 0, "nested more than 60 deep"),
    "bomb": (_BOMB.encode(), 0, "its aliases (*name) stand for more than any assignment needs"),
    "loop": (b"a: &a [*a]\n", 0, "its aliases (*name) stand for more than any assignment needs"),
}


@pytest.mark.parametrize(("data", "line", "message"), UNFIT.values(), ids=UNFIT)
def test_an_unfit_file_is_one_problem(tmp_path: Path, data: bytes, line: int, message: str) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(data)
    node, (problem,) = read(path)
    assert node is None
    assert problem.line == line
    assert problem.message.startswith(message)


def test_faults_of_form_are_gathered_and_the_rest_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("a: 1\n? [x]\n: 2\nb: !!python/name:os.system x\na: 3\n<<: 4\n")
    node, problems = read(path)
    assert isinstance(node, Map)
    assert list(node.entries) == ["a", "b"]
    assert sorted((problem.line, problem.message.split()[0]) for problem in problems) == [
        (2, "expected"),
        (4, "the"),
        (5, "'a'"),
        (6, "<<"),
    ]


def test_numbers_are_what_everyone_but_yaml_1_1_takes_them_for(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text('{a: 1e5, b: 08, c: "08", d: 20 s, e: no}')
    node, _ = read(path)
    assert isinstance(node, Map)
    assert [getattr(entry.value, "tag", "") for entry in node.entries.values()] == [
        "float",
        "float",
        "str",
        "str",
        "bool",
    ]


def test_a_file_that_cannot_be_opened_is_the_callers_fault(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"none\.yaml: No such file"):
        read(tmp_path / "none.yaml")
