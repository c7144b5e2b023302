"""Files as students send them: what is read, what is said, what is refused."""

import hashlib
import json
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grader.errors import UnreadableSubmissionError
from grader.intake import read
from grader.model.submission import Submission

SUBMIT = ("vec_add.py", "*.ipynb")


def read_file(folder: Path, name: str, data: bytes) -> Submission:
    path = folder / name
    path.write_bytes(data)
    return read(path, student="s1", assignment="vec_add", submit=SUBMIT)


def refusal(folder: Path, name: str, data: bytes) -> tuple[str, dict[str, Any]]:
    with pytest.raises(UnreadableSubmissionError) as caught:
        read_file(folder, name, data)
    return caught.value.code, caught.value.params


def notebook(*cells: str | tuple[str, str], **fields: object) -> bytes:
    """Return a notebook's bytes; a pair is (type, source)."""
    parts = [cell if isinstance(cell, tuple) else ("code", cell) for cell in cells]
    body = [{"cell_type": kind, "metadata": {}, "source": source, "outputs": []} for kind, source in parts]
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": body, **fields}).encode()


def code_of(submission: Submission) -> list[str]:
    return [cell.source for cell in submission.cells if cell.kind == "code"]


def notes_of(submission: Submission) -> dict[str, dict[str, object]]:
    return {note.code: dict(note.params) for note in submission.notes}


def test_a_script_is_one_cell_without_a_number(tmp_path: Path) -> None:
    data = b"def f():\r\n    return 1\r\r\n"
    submission = read_file(tmp_path, "vec_add.py", data)
    assert [(cell.source, cell.number, cell.kind) for cell in submission.cells] == [
        ("def f():\n    return 1\n\n", None, "code")
    ]
    assert (submission.format, submission.digest, submission.notes) == ("py", hashlib.sha256(data).hexdigest(), ())


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        ("x = 'ক'\n".encode("utf-8-sig"), None),
        ("x = 'ক'\n".encode("utf-16"), "UTF-16"),
        ("x = 'ক'\n".encode("utf-32"), "UTF-32"),
        ("# -*- coding: cp1252 -*-\nx = 'é'\n".encode("cp1252"), "CP1252"),
        ("x = 'é'\n".encode("cp1252"), "CP1252"),  # nothing speaks for any other
        ("x = 'ক'\n".encode() + bytes(512), None),  # zeros that a broken disk leaves
    ],
)
def test_a_script_is_decoded_by_its_mark_or_its_declaration(tmp_path: Path, data: bytes, encoding: str | None) -> None:
    submission = read_file(tmp_path, "vec_add.py", data)
    assert submission.cells[0].source.splitlines()[-1] in {"x = 'ক'", "x = 'é'"}
    expected = {"note.encoding": {"file": "vec_add.py", "encoding": encoding}} if encoding else {}
    assert notes_of(submission) == expected


@pytest.mark.parametrize(
    "data",
    [
        b"x = 'caf\xe9 \x81'\n",  # a byte that is no letter there either
        "x = 'ক'\n".encode() + b"y = '\xe9'\n",  # damaged: in another encoding its Bangla would be other letters
        "print(1)\n".encode("utf-16-le"),  # without a mark
        b"x = 1\n\x00\n",
        b"# coding: rot13\nk = 1\n",
        b"# coding: no-such-codec\nx = 1\n",
        b"# coding: punycode\n" + b"a" * 100,
        b"\xff\xfe\x00",  # half of a UTF-16 letter
    ],
)
def test_bytes_that_are_no_text_are_refused(tmp_path: Path, data: bytes) -> None:
    assert refusal(tmp_path, "vec_add.py", data) == ("intake.not-utf8", {"file": "vec_add.py"})


def test_shell_lines_become_calls_on_the_same_lines(tmp_path: Path) -> None:
    cells = ["!pip install -q x\n!nvidia-smi", "\n\n%timeit \\\n   f(1)\nf(2)", "x = !ls -la"]
    submission = read_file(tmp_path, "lab.ipynb", notebook(*cells))
    code = code_of(submission)
    assert code[0].splitlines() == ["get_ipython().system('pip install -q x')", "get_ipython().system('nvidia-smi')"]
    assert code[1].splitlines().index("f(2)") == 4
    assert code[1].splitlines()[2].startswith("get_ipython().run_line_magic('timeit'")
    assert notes_of(submission) == {"note.shell-skipped": {"cells": ("cell 1", "cell 3"), "count": 3}}


def test_magics_inside_a_wrapped_cell_are_translated_too(tmp_path: Path) -> None:
    submission = read_file(tmp_path, "lab.ipynb", notebook("%%capture\n!pip install x\n%matplotlib inline\nx = 1"))
    source = code_of(submission)[0]
    assert source.startswith("get_ipython().run_cell_magic('capture'")
    assert "system('pip install x')" in source.replace("\\", "")
    assert notes_of(submission) == {
        "note.shell-skipped": {"cells": ("cell 1",), "count": 1},
        "note.magic-skipped": {"names": ("%matplotlib",)},
    }


def test_cuda_c_cells_keep_their_number_and_nothing_else(tmp_path: Path) -> None:
    submission = read_file(
        tmp_path, "lab.ipynb", notebook("%load_ext nvcc_plugin", "%%cu\n__global__ void k() {}", "%%cuda", "x = 1")
    )
    assert [(cell.number, cell.source) for cell in submission.cells[1:]] == [(2, ""), (3, ""), (4, "x = 1")]
    assert notes_of(submission)["note.cuda-cell-skipped"] == {"cells": ("cell 2", "cell 3")}


def test_markdown_stays_and_is_not_counted(tmp_path: Path) -> None:
    submission = read_file(tmp_path, "lab.ipynb", notebook(("markdown", "!ls"), ("raw", "r"), "x = 1"))
    assert [(cell.kind, cell.source, cell.number) for cell in submission.cells] == [
        ("markdown", "!ls", None),
        ("code", "x = 1", 1),
    ]


def test_a_broken_cell_is_kept_for_the_box_to_report(tmp_path: Path) -> None:
    broken = "def f(:\n    '''\n!ls"
    assert code_of(read_file(tmp_path, "lab.ipynb", notebook(broken, "x = 1")))[0].startswith("def f(:\n")


def test_colab_imports_are_named(tmp_path: Path) -> None:
    cells = ["from google.colab import drive as d, files  # mount", "import google.colab.output\nimport google.colab"]
    noted = notes_of(read_file(tmp_path, "lab.ipynb", notebook(*cells)))
    assert noted == {"note.colab": {"names": ("drive", "files", "google.colab", "output")}}


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-32"])
def test_a_notebook_in_any_unicode_encoding_is_read(tmp_path: Path, encoding: str) -> None:
    data = json.dumps({"cells": [{"cell_type": "code", "source": ["x = 'ন'\n", "y = 1"]}]}, ensure_ascii=False)
    assert code_of(read_file(tmp_path, "lab.ipynb", data.encode(encoding))) == ["x = 'ন'\ny = 1"]


def test_what_a_validator_dislikes_is_read(tmp_path: Path) -> None:
    widgets = {"widgets": {"application/vnd.jupyter.widget-state+json": {"abc": {"model_name": "HBoxModel"}}}}
    data = notebook("x = 1", nbformat_minor=2, metadata=widgets).replace(b'"outputs": []', b'"id": "c 0", "outputs": 3')
    assert code_of(read_file(tmp_path, "lab.ipynb", data)) == ["x = 1"]


def test_a_notebook_of_version_3_is_read(tmp_path: Path) -> None:
    cells = [
        {"cell_type": "heading", "level": 1, "source": ["T"]},
        {"cell_type": "code", "input": ["x = 1\n", "y = 2"], "language": "python", "outputs": []},
    ]
    data = json.dumps({"nbformat": 3, "nbformat_minor": 0, "metadata": {}, "worksheets": [{"cells": cells}]}).encode()
    submission = read_file(tmp_path, "lab.ipynb", data)
    assert [(cell.kind, cell.source) for cell in submission.cells] == [("markdown", "T"), ("code", "x = 1\ny = 2")]


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("vec_add.py", b"", "intake.empty"),
        ("vec_add.py", "\ufeff \n".encode(), "intake.empty"),
        ("lab.ipynb", b" \n", "intake.empty"),
        ("lab.ipynb", notebook(), "intake.empty"),
        ("lab.ipynb", notebook("  ", ("markdown", "")), "intake.empty"),
        ("lab.ipynb", b"{'cells': []}", "intake.not-json"),
        ("lab.ipynb", b"[" + b"1" * 5000 + b"]", "intake.not-json"),
        ("lab.ipynb", b'{"cells": ["\xe9\x81"]}', "intake.not-utf8"),
        ("lab.ipynb", b"[" * 200_000, "intake.too-deep"),
        ("lab.ipynb", b"[]", "intake.not-a-notebook"),
        ("lab.ipynb", b'{"cells": 3}', "intake.not-a-notebook"),
        ("lab.ipynb", b'{"cells": [3]}', "intake.not-a-notebook"),
        ("lab.ipynb", b'{"worksheets": 3}', "intake.not-a-notebook"),
        ("lab.ipynb", b'{"cells": [{"cell_type": "code", "source": [1]}]}', "intake.not-a-notebook"),
        ("lab.ipynb", b'{"cells": [{"cell_type": ["code"], "source": "x"}]}', "intake.not-a-notebook"),
        ("vec_add.py", b"#" * (10 * 1024 * 1024 + 1), "intake.too-large"),
        ("vec_add.docx", b"x = 1", "intake.wrong-name"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_reason(tmp_path: Path, name: str, data: bytes, code: str) -> None:
    assert refusal(tmp_path, name, data)[0] == code


def test_a_format_that_the_assignment_does_not_take_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "lab.ipynb"
    path.write_bytes(notebook("x = 1"))
    with pytest.raises(UnreadableSubmissionError) as caught:
        read(path, student="s1", assignment="a", submit=("vec_add.py",))
    assert caught.value.args == ("intake.wrong-name", {"file": "lab.ipynb", "expected": ("vec_add.py",)})


def test_another_name_is_noted_and_read(tmp_path: Path) -> None:
    submission = read_file(tmp_path, "vec_add (1)-শেষ.py", b"x = 1\n")
    assert submission.file == "vec_add (1)-শেষ.py"
    assert notes_of(submission)["note.renamed"] == {"file": "vec_add (1)-শেষ.py", "expected": "vec_add.py"}


@pytest.mark.parametrize("make", ["symlink", "hardlink", "fifo", "folder", "nothing"])
def test_only_a_regular_file_with_one_name_is_read(tmp_path: Path, make: str) -> None:
    target, path = tmp_path / "secret.py", tmp_path / "vec_add.py"
    target.write_text("x = 1\n", encoding="utf-8")
    makers: dict[str, Callable[[], object]] = {
        "symlink": lambda: path.symlink_to(target),
        "hardlink": lambda: path.hardlink_to(target),
        "fifo": lambda: os.mkfifo(path),
        "folder": path.mkdir,
        "nothing": lambda: None,
    }
    makers[make]()
    with pytest.raises(UnreadableSubmissionError) as caught:
        read(path, student="s1", assignment="vec_add", submit=SUBMIT)
    assert caught.value.code == "intake.none"


def test_half_surrogates_cannot_get_in(tmp_path: Path) -> None:
    data = b'{"cells": [{"cell_type": "code", "source": "x = \'\\ud83d\\ude00 \\ud800\'"}]}'
    assert code_of(read_file(tmp_path, "lab.ipynb", data)) == ["x = '\U0001f600 \ufffd'"]


def test_cells_beyond_all_measure_are_left_as_they_are(tmp_path: Path) -> None:
    cells = ["%a", "%b\n#" + "#" * 1_000_000, "%c"]
    code = code_of(read_file(tmp_path, "lab.ipynb", notebook(*cells)))
    assert code[0].startswith("get_ipython()")
    assert code[1:] == cells[1:]


def test_mutated_notebooks_raise_nothing_else(tmp_path: Path) -> None:
    draw = random.Random(20261201)  # noqa: S311 - the same mutations every time
    whole = notebook("%%time\n!ls \\\n -l\nx = 1", ("markdown", "ক"), "def f(a):\n    %time a?\n", "%%cu\nint x;")
    refused = 0
    for _ in range(200):
        data = bytearray(whole)
        for _ in range(draw.randint(1, 6)):
            at, size = draw.randrange(len(data)), draw.choice((0, 1, 1, 9))
            data[at : at + size] = draw.choice(
                (b"", b"\x00", b"\xff", b'"', b"{", b"]", b"null", b"\\n", b"%", b"\\ud800")
            )
        try:
            assert read_file(tmp_path, "lab.ipynb", bytes(data)).cells
        except UnreadableSubmissionError:
            refused += 1
    assert 0 < refused < 200
