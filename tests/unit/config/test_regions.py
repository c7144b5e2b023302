"""A solution with marked regions: what is left for the student, and what is wrong with the marks."""

import json
import re
from pathlib import Path

import authored
import pytest

from grader.config import load_assignments, split_assignments
from grader.config.regions import RegionError, derived
from grader.errors import ConfigError

WRITE = "এখানে লিখুন / write here"
PYTHON = """import math

def area(r):
    \"\"\"Of a circle.\"\"\"
    ### BEGIN SOLUTION
    return math.pi * r**2
    ### END SOLUTION

def half(r):
    ### BEGIN SOLUTION
    return r / 2
    ### END SOLUTION

LIMIT = 3
"""


def split(folder: Path, name: str, text: str, starter: str, reference: str) -> tuple[str, str]:
    source = folder / name
    source.write_text(text, encoding="utf-8")
    found = derived(source, folder / starter, folder / reference)
    return found.starter, found.reference


def book(*cells: tuple[str, str]) -> str:
    whole = [
        {"cell_type": kind, "metadata": {}, "source": source, "outputs": [{"text": "78.5"}]} for kind, source in cells
    ]
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": whole})


def test_a_body_that_is_empty_still_parses(tmp_path: Path) -> None:
    starter, reference = split(tmp_path, "a.py", PYTHON, "s.py", "a.py")
    assert starter == (
        f'import math\n\ndef area(r):\n    """Of a circle."""\n    # {WRITE}\n    ...\n\n'
        f"def half(r):\n    # {WRITE}\n    ...\n\nLIMIT = 3\n"
    )
    assert reference == PYTHON


def test_nothing_is_added_where_nothing_is_missing(tmp_path: Path) -> None:
    text = "x = 1\n# BEGIN SOLUTION\ny = 2\n# END SOLUTION\n"
    assert split(tmp_path, "a.py", text, "s.py", "r.py")[0] == f"x = 1\n# {WRITE}\n"


def test_a_notebook_gives_a_notebook_without_outputs_and_a_script(tmp_path: Path) -> None:
    text = book(("markdown", "# Lab"), ("code", "%pip install x\nimport math"), ("code", PYTHON))
    starter, reference = split(tmp_path, "lab.ipynb", text, "lab.ipynb", "solution.py")
    cells = json.loads(starter)["cells"]
    assert [cell["cell_type"] for cell in cells] == ["markdown", "code", "code"]
    assert "78.5" not in starter
    assert "math.pi" not in starter
    assert f"    # {WRITE}\n" in cells[2]["source"]
    assert reference == f"# %pip install x\nimport math\n\n{PYTHON}"
    compile(reference, "solution.py", "exec")


def test_magics_do_not_keep_a_body_from_being_filled(tmp_path: Path) -> None:
    text = book(
        ("code", f"%matplotlib inline\n!ls\n{PYTHON}"), ("code", "%%bash\nls | wc -l"), ("code", "%%time\nx = 1")
    )
    starter, reference = split(tmp_path, "lab.ipynb", text, "lab.py", "solution.py")
    for made in (starter, reference):
        compile(made, "made.py", "exec")
        assert "# %matplotlib inline\n# !ls\nimport math" in made
        assert "# %%bash\n# ls | wc -l\n\n# %%time\nx = 1\n" in made
    assert f"    # {WRITE}\n    ..." in starter


def test_what_is_no_text_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes("### BEGIN SOLUTION\nx = 'ক'\n### END SOLUTION\n".encode("utf-16"))
    with pytest.raises(RegionError, match="expected UTF-8"):
        derived(tmp_path / "a.py", tmp_path / "s.py", tmp_path / "r.py")


def test_a_source_that_is_the_reference_stays_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    authored.install_plugins(tmp_path, monkeypatch)
    course = authored.write(tmp_path)
    source = course.reference / "sums/solution.py"
    text = f"{PYTHON}\n\n# the end"
    source.write_text(text, encoding="utf-8")
    yaml = course.assignments / "sums/assignment.yaml"
    yaml.write_text(yaml.read_text(encoding="utf-8") + "source: solution.py\n", encoding="utf-8")
    starter = course.assignments / "sums/starter/sums.py"
    assert split_assignments(course) == (starter,)
    assert source.read_text(encoding="utf-8") == text
    starter.write_bytes(starter.read_bytes().replace(b"\n", b"\r\n"))  # as Git for Windows leaves it
    load_assignments(course)
    starter.write_bytes("ক".encode("utf-16"))
    with pytest.raises(ConfigError, match=r"assignment\.yaml:\d+:\d+: .* is not what solution\.py gives"):
        load_assignments(course)


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("starter", "../../../outside.py", "leaves the folder of the assignment"),
        ("source", "solutoin.py", "did you mean 'solution.py'?"),
    ],
)
def test_nothing_is_written_elsewhere(tmp_path: Path, key: str, value: str, message: str) -> None:
    course = authored.write(tmp_path)
    (course.reference / "sums/solution.py").write_text(PYTHON, encoding="utf-8")
    yaml = course.assignments / "sums/assignment.yaml"
    given = {"source": "solution.py", key: value}
    kept = [line for line in yaml.read_text(encoding="utf-8").splitlines() if not line.startswith(f"{key}:")]
    yaml.write_text("\n".join([*kept, *(f"{name}: {file}" for name, file in given.items())]), encoding="utf-8")
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(ConfigError, match=re.escape(message)):
        split_assignments(course, ["sums"])
    assert sorted(tmp_path.rglob("*")) == before


def test_an_answer_in_words_is_left_out_too(tmp_path: Path) -> None:
    text = book(("markdown", "Why?\n### BEGIN SOLUTION\nBecause.\n### END SOLUTION"), ("code", "x = 1"))
    starter, _ = split(tmp_path, "lab.ipynb", text, "lab.ipynb", "solution.py")
    assert "Because" not in starter
    assert "Why?" in starter


def test_cuda_c_from_a_file_and_from_a_cell(tmp_path: Path) -> None:
    body = "__global__ void k(float *a) {\n    /// BEGIN SOLUTION\n    a[0] = 1;\n    /// END SOLUTION\n}\n"
    left = f"__global__ void k(float *a) {{\n    // {WRITE}\n}}\n"
    assert split(tmp_path, "k.cu", body, "k.cu", "solution.cu") == (left, body)
    for cells in ([("code", "import torch")], []):
        text = book(*cells, ("code", f"%%cuda\n{body}"))
        assert split(tmp_path, "k.ipynb", text, "k.cu", "solution.cu") == (left, body)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1\n", "there is no region of a solution"),
        ("### BEGIN SOLUTION\nx = 1\n", "line 1: the region that begins here does not end"),
        ("x = 1\n### END SOLUTION\n", "line 2: a region ends that has not begun"),
        (
            "### BEGIN SOLUTION\n### BEGIN SOLUTION\n### END SOLUTION\n",
            "line 2: a region begins in the one that began in line 1",
        ),
        ("# BEGIN SOLUTON\nx = 1\n# END SOLUTIONS\n", "line 1: '# BEGIN SOLUTON' is no mark"),
        ("x = 1\n### BEGIN HIDDEN TESTS\n", "line 2: '### BEGIN HIDDEN TESTS' is no mark"),
        ("if a:\n    b()\n### BEGIN SOLUTION\nx = [\n### END SOLUTION\n]\n", "it is no Python any more"),
    ],
)
def test_marks_that_are_not_in_order_are_told_with_their_line(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(RegionError, match=message):
        split(tmp_path, "a.py", text, "s.py", "r.py")
    with pytest.raises(RegionError, match=message if "no region" in message else f"cell 2, .*{message}"):
        split(tmp_path, "a.ipynb", book(("code", "x = 1"), ("code", text)), "s.py", "r.py")
