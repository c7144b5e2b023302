"""Submissions inside of a zip: found by the rules of a folder, and nothing is unpacked."""

import io
import os
import stat
import struct
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from grader.errors import UnreadableSubmissionError
from grader.intake import find, read
from grader.intake.archive import MAX_ENTRIES
from grader.intake.files import MAX_BYTES
from grader.model.submission import Submission

SUBMIT = ("vec_add.py", "lab*.ipynb")


def packed(files: Mapping[str, bytes | str], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


def submitted(folder: Path, data: bytes, name: str = "hw.zip") -> Submission:
    (folder / name).write_bytes(data)
    return read(find(folder, SUBMIT), student="s001", assignment="vec_add", submit=SUBMIT)


@pytest.mark.parametrize(
    ("files", "name"),
    [
        ({"vec_add.py": "x = 1\n", "notes.txt": "?"}, "vec_add.py"),
        ({"hw1/vec_add.py": "x = 1\n", "hw1/data.csv": "?"}, "vec_add.py"),
        ({"hw1\\vec_add.py": "x = 1\n"}, "vec_add.py"),
        ({"vec_add (1).py": "x = 1\n", "__MACOSX/._vec_add (1).py": "?", ".DS_Store": "?"}, "vec_add (1).py"),
        ({"../../vec_add.py": "x = 2\n", "vec_add.py": "x = 1\n"}, "vec_add.py"),
        ({"সমাধান.py": "x = 1\n"}, "সমাধান.py"),
    ],
)
def test_the_one_file_of_code_is_read(tmp_path: Path, files: Mapping[str, str], name: str) -> None:
    submission = submitted(tmp_path, packed(files))
    assert (submission.file, submission.cells[0].source) == (name, "x = 1\n")
    assert [path.name for path in tmp_path.iterdir()] == ["hw.zip"], "nothing is unpacked"


def test_a_file_of_code_beside_a_zip_comes_first(tmp_path: Path) -> None:
    (tmp_path / "vec_add.py").write_text("x = 3\n")
    assert submitted(tmp_path, packed({"vec_add.py": "x = 1\n"})).cells[0].source == "x = 3\n"


def link() -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        entry = zipfile.ZipInfo("vec_add.py")
        entry.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(entry, "/etc/passwd")
    return data.getvalue()


def encrypted() -> bytes:
    data = bytearray(packed({"vec_add.py": "x = 1\n"}))
    for sign, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = data.index(sign) + at
        struct.pack_into("<H", data, place, 1)
    return bytes(data)


def lying() -> bytes:
    """An entry that says it holds four bytes."""
    data = bytearray(packed({"vec_add.py": b"#" * (MAX_BYTES + 10)}))
    struct.pack_into("<I", data, data.index(b"PK\x01\x02") + 24, 4)
    return bytes(data)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "intake.bad-zip"),
        (b"PK\x03\x04 not a zip", "intake.bad-zip"),
        (packed({"vec_add.py": os.urandom(5000)})[:-100], "intake.bad-zip"),
        (encrypted(), "intake.bad-zip"),
        (packed({f"{number}.txt": "" for number in range(MAX_ENTRIES + 1)}), "intake.bad-zip"),
        (lying(), "intake.bad-zip"),
        (packed({"vec_add.py": b"#" * (MAX_BYTES + 1)}), "intake.too-large"),
        (packed({"a.py": "1", "b.py": "2"}), "intake.several"),
        (packed({"readme.txt": "1"}), "intake.none"),
        (packed({"one/vec_add.py": "1", "two/vec_add.py": "2"}), "intake.none"),
        (packed({"inner.zip": packed({"vec_add.py": "1"})}), "intake.none"),
        (link(), "intake.none"),
        (packed({"vec_add.py": ""}), "intake.empty"),
    ],
    ids=[
        "empty", "noise", "cut off", "password", "many", "lying", "bomb", "several", "none", "two folders", "nested",
        "link", "empty file",
    ],
)  # fmt: skip
def test_other_archives_are_unreadable_with_a_reason(tmp_path: Path, data: bytes, code: str) -> None:
    with pytest.raises(UnreadableSubmissionError) as caught:
        submitted(tmp_path, data)
    assert caught.value.code == code
