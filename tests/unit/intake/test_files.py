"""Which file in a student's folder is the submission."""

from pathlib import Path

import pytest

from grader.errors import MachineError, UnreadableSubmissionError
from grader.intake import find

SUBMIT = ("vec_add.py", "lab*.ipynb")


def lay(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x = 1\n", encoding="utf-8")


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("vec_add.py", "old.py", "lab.ipynb"), "vec_add.py"),  # the usual name comes first
        (("lab1.ipynb", "old.py", "notes.txt"), "lab1.ipynb"),  # then a pattern
        (("vec_add (1).py", "readme.md"), "vec_add (1).py"),  # then a suffix
        (("VEC_ADD.PY",), "VEC_ADD.PY"),
        (("vec_add (1).py", "._vec_add (1).py", ".DS_Store", "__MACOSX/._x.py"), "vec_add (1).py"),
        (("hw1/vec_add.py", "__MACOSX/hw1/._vec_add.py", "hw1/.ipynb_checkpoints/lab.ipynb"), "hw1/vec_add.py"),
    ],
)
def test_the_one_submission_is_found(tmp_path: Path, names: tuple[str, ...], expected: str) -> None:
    lay(tmp_path, *names)
    assert find(tmp_path, SUBMIT) == tmp_path / expected


@pytest.mark.parametrize(
    ("names", "code", "files"),
    [
        (("b.py", "a.py"), "intake.several", ("a.py", "b.py")),
        (("lab1.ipynb", "lab2.ipynb"), "intake.several", ("lab1.ipynb", "lab2.ipynb")),
        (("notes.txt",), "intake.none", ("notes.txt",)),
        (("a/b/vec_add.py",), "intake.none", ()),  # only one folder is opened
        (("a/vec_add.py", "b/vec_add.py"), "intake.none", ()),
        ((), "intake.none", ()),
    ],
)
def test_none_or_several_are_named(tmp_path: Path, names: tuple[str, ...], code: str, files: tuple[str, ...]) -> None:
    lay(tmp_path, *names)
    with pytest.raises(UnreadableSubmissionError) as caught:
        find(tmp_path, SUBMIT)
    assert caught.value.args == (code, {"files": files})


def test_links_are_no_candidates(tmp_path: Path) -> None:
    lay(tmp_path, "elsewhere/vec_add.py")
    student = tmp_path / "student"
    student.mkdir()
    (student / "vec_add.py").symlink_to(tmp_path / "elsewhere/vec_add.py")
    (student / "lab.ipynb").hardlink_to(tmp_path / "elsewhere/vec_add.py")
    (student / "folder").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UnreadableSubmissionError) as caught:
        find(student, SUBMIT)
    assert caught.value.code == "intake.none"


def test_a_missing_folder_is_not_the_students_fault(tmp_path: Path) -> None:
    with pytest.raises(MachineError, match="nowhere"):
        find(tmp_path / "nowhere", SUBMIT)
