"""Which attempts a student's folder holds, and when each was handed in."""

import os
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from grader.errors import MachineError
from grader.intake import attempts, submitted_at


def lay(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x = 1\n", encoding="utf-8")


@pytest.mark.parametrize(
    ("names", "numbers"),
    [
        (("10/a.py", "2/a.py", "1/hw/a.py"), [1, 2, 10]),
        (("3/a.py",), [3]),
        (("1/a.py", "2/a.py", "1.submitted_at", "2.submitted_at", ".DS_Store", "__MACOSX/x"), [1, 2]),
    ],
)
def test_numbered_folders_are_attempts(tmp_path: Path, names: tuple[str, ...], numbers: list[int]) -> None:
    lay(tmp_path, *names)
    assert attempts(tmp_path) == tuple((number, tmp_path / str(number)) for number in numbers)


@pytest.mark.parametrize(
    "names",
    [
        ("a.py",),
        ("1/a.py", "a.py"),
        ("1/a.py", "old/a.py"),
        ("0/a.py", "1/a.py"),
        ("01/a.py", "1/a.py"),
        ("১/a.py",),
        ("1.submitted_at",),
        (),
    ],
)
def test_anything_else_is_the_first_attempt(tmp_path: Path, names: tuple[str, ...]) -> None:
    lay(tmp_path, *names)
    assert attempts(tmp_path) == ((1, tmp_path),)


def test_a_file_and_what_is_not_there_are_the_first_attempt(tmp_path: Path) -> None:
    lay(tmp_path, "a.py")
    assert attempts(tmp_path / "a.py") == ((1, tmp_path / "a.py"),)
    assert attempts(tmp_path / "b.py") == ((1, tmp_path / "b.py"),)


def test_links_are_no_attempts(tmp_path: Path) -> None:
    lay(tmp_path, "other/1/a.py", "s001/1/a.py")
    (tmp_path / "s001/2").symlink_to(tmp_path / "other/1")
    (tmp_path / "s002").symlink_to(tmp_path / "other")
    assert attempts(tmp_path / "s001") == ((1, tmp_path / "s001"),)
    assert attempts(tmp_path / "s002") == ((1, tmp_path / "s002"),)


def test_the_note_beside_a_thing_tells_its_time(tmp_path: Path) -> None:
    lay(tmp_path, "s001/a.py", "s002.py")
    (tmp_path / "s001.submitted_at").write_text("2026-12-15T23:59:00+06:00\n", encoding="utf-8")
    (tmp_path / "s002.py.submitted_at").write_text("2026-12-15T17:59:00Z", encoding="utf-8")
    noted = submitted_at(tmp_path / "s001", tmp_path / "s001/a.py")
    assert noted == datetime(2026, 12, 15, 23, 59, tzinfo=timezone(timedelta(hours=6)))
    assert submitted_at(tmp_path / "s002.py", tmp_path / "s002.py") == noted


def test_without_a_note_it_is_when_the_file_was_last_changed(tmp_path: Path) -> None:
    lay(tmp_path, "s001/a.py", "s001/s001.submitted_at", "s001/submitted_at")  # a student's own files are no notes
    os.utime(tmp_path / "s001/a.py", (0, 1_766_000_000.75))
    found = submitted_at(tmp_path / "s001", tmp_path / "s001/a.py")
    assert found == datetime.fromtimestamp(1_766_000_000, UTC)


@pytest.mark.parametrize("text", ["", "yesterday", "2026-12-15T23:59:00"])
def test_a_note_that_tells_no_time_is_no_fault_of_the_student_s(tmp_path: Path, text: str) -> None:
    lay(tmp_path, "s001/a.py")
    (tmp_path / "s001.submitted_at").write_text(text, encoding="utf-8")
    with pytest.raises(MachineError, match=r"s001\.submitted_at: expected a moment"):
        submitted_at(tmp_path / "s001", tmp_path / "s001/a.py")
