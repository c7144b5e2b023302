"""The box's side of a submission, in a process of its own that imports the harness as the box does."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import grader

# Runs the cells, then calls the entries; prints what was seen as one line of JSON.
PROGRAM = """
import json, os, sys
from harness import virtual
from harness.submission import Submission, describe
if "GRADER_DEVICE" in os.environ:
    import numba.cuda
    virtual.install()
plan = json.loads(sys.argv[1])
submission, seen = Submission(plan["file"]), {"errors": []}
calls = (lambda name=name: submission.entry(name)() for name in plan["call"])
steps = [lambda: submission.execute(plan["cells"]), *calls]
for step in steps:
    try:
        seen["returned"] = step()
    except BaseException as error:
        seen["errors"].append(describe(error, plan["file"]))
print(json.dumps(seen | {"names": submission.names}), file=sys.__stderr__)  # apart from what the student prints
"""


def run(
    folder: Path, *sources: str, file: str = "lab.ipynb", call: tuple[str, ...] = (), cuda: bool = False
) -> dict[str, Any]:
    work = folder / "work"
    work.mkdir(exist_ok=True)
    shutil.copytree(Path(grader.__file__).parent / "harness", folder / "harness", dirs_exist_ok=True)
    numbers = [None] if file.endswith(".py") else range(1, len(sources) + 1)
    cells = [{"source": source, "number": number} for source, number in zip(sources, numbers, strict=True)]
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(folder), "PYTHONSAFEPATH": "1"}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", PROGRAM, json.dumps({"file": file, "cells": cells, "call": call})],
        cwd=work,
        env=environment | ({"GRADER_DEVICE": "virtual"} if cuda else {}),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    seen: dict[str, Any] = json.loads(done.stderr.splitlines()[-1])
    return seen | {"printed": done.stdout.splitlines()}


def place(error: dict[str, Any]) -> tuple[str, str, int, int | None]:
    return error["type"], error["file"], error["line"], error["cell"]


def test_names_are_those_that_the_submission_defines(tmp_path: Path) -> None:
    source = "from math import sqrt, pi\nfrom os.path import *\nimport json as js\nclass A: pass\ndef f(): pass\n"
    assert run(tmp_path, source + "g = lambda: 1\n_h = f\nn = 3\n")["names"] == ["A", "f", "g"]


def test_the_main_guard_does_not_run(tmp_path: Path) -> None:
    source = "def f():\n    return 7\nif __name__ == '__main__':\n    raise SystemExit(3)\n"
    seen = run(tmp_path, source, file="vec_add.py", call=("f",))
    assert (seen["errors"], seen["returned"]) == ([], 7)


@pytest.mark.parametrize("file", ["vec_add.py", "lab.ipynb"])
def test_source_dataclasses_and_pickles_work(tmp_path: Path, file: str) -> None:
    source = (
        "import inspect, pickle\nfrom dataclasses import dataclass\n@dataclass\nclass P:\n    x: 'int'\n"
        "def f():\n    assert pickle.loads(pickle.dumps(P(3))) == P(3)\n    return inspect.getsource(f)\n"
    )
    assert run(tmp_path, source, file=file, call=("f",))["returned"].startswith("def f():\n    assert")


def test_numba_can_cache_and_its_errors_keep_the_line(tmp_path: Path) -> None:
    source = (
        "from numba import cuda, njit\n@cuda.jit\ndef k(a):\n    i = cuda.grid(1)\n"
        "    a[i] = i.nothing\n@njit(cache=True)\ndef g():\n    return 3\n"
        "def f():\n    k[512, 8](cuda.device_array(4))\n"
    )
    seen = run(tmp_path, "x = 1", source, call=("g", "f"), cuda=True)
    assert seen["returned"] == 3
    assert [place(error) for error in seen["errors"]] == [("TypingError", "lab.ipynb", 10, 2)]
    assert "a[i] = i.nothing" in seen["errors"][0]["text"]


def test_what_ran_before_a_failing_cell_is_kept(tmp_path: Path) -> None:
    seen = run(tmp_path, "def f():\n    return 1", "x = 1\n\nx / 0", "def g(): pass", call=("f",))
    assert [place(error) for error in seen["errors"]] == [("ZeroDivisionError", "lab.ipynb", 3, 2)]
    assert (seen["returned"], seen["names"]) == (1, ["f"])


@pytest.mark.parametrize(
    ("source", "kind", "line"),
    [
        ("x = 1\ndef f(:\n", "SyntaxError", 2),
        ("x = 1\n  y = 2\n", "IndentationError", 2),
        ("return 1", "SyntaxError", 1),
        ("x = 1\ny = '\0'", "SyntaxError", 2),
        ("(" * 300, "SyntaxError", 1),
        ("x = " + "-" * 100_000 + "1", "SyntaxError", 1),
    ],
)
def test_code_that_does_not_compile_is_a_syntax_error_of_its_line(
    tmp_path: Path, source: str, kind: str, line: int
) -> None:
    (error,) = run(tmp_path, source, file="vec_add.py")["errors"]
    assert (*place(error), error["syntax"]) == (kind, "vec_add.py", line, None, True)


@pytest.mark.parametrize(
    ("source", "kind", "text", "line"),
    [
        ("x = 1\nn = int(input('n? '))", "EOFError", "EOF when reading a line", 2),
        ("raise SystemExit(3)", "SystemExit", "3", 1),
        ("raise KeyboardInterrupt", "KeyboardInterrupt", "", 1),
        ("raise SyntaxError('mine')", "SyntaxError", "mine", 1),
        ("eval('1 +')", "SyntaxError", "invalid syntax (<string>, line 1)", 1),
        ("\nraise ValueError('x' * 5000)", "ValueError", "x" * 2000, 2),
        ("raise ValueError('\\ud800')", "ValueError", "?", 1),
    ],
)
def test_a_running_error_is_described(tmp_path: Path, source: str, kind: str, text: str, line: int) -> None:
    (error,) = run(tmp_path, source)["errors"]
    assert (*place(error), error["text"], error["syntax"]) == (kind, "lab.ipynb", line, 1, text, False)


@pytest.mark.parametrize("body", ["while 1: pass", "raise SystemExit", "return 3", "return str(self)"])
def test_an_evil_error_cannot_stop_its_description(tmp_path: Path, body: str) -> None:
    source = (
        "class M(type):\n    @property\n    def __name__(cls): raise SystemExit\n"
        "class E(Exception, metaclass=M):\n    @property\n    def __traceback__(self): raise SystemExit\n"
        f"    def __str__(self):\n        {body}\nraise E"
    )
    (error,) = run(tmp_path, source)["errors"]
    assert (*place(error), error["text"]) == ("E", "lab.ipynb", 9, 1, "(its message cannot be shown)")


def test_an_error_outside_the_students_lines_has_no_line(tmp_path: Path) -> None:
    seen = run(tmp_path, "def f(a): pass", call=("f", "missing"))
    assert [place(error) for error in seen["errors"]] == [
        ("TypeError", "lab.ipynb", 0, None),
        ("MissingEntry", "lab.ipynb", 0, None),
    ]


def test_a_notebook_finds_what_it_expects(tmp_path: Path) -> None:
    source = (
        "from google.colab import drive, files\nfrom google.colab.patches import cv2_imshow\n"
        "drive.mount('/content/drive')\ncv2_imshow(1)\ndisplay(files.upload())\n"
        "get_ipython().system('exit 3')\nassert get_ipython().getoutput('ls') == []\n"
        "assert get_ipython().run_line_magic('matplotlib', 'inline') is None\n"
        "get_ipython().run_cell_magic('bash', '', 'exit 3')\nget_ipython().magic('x')\n"
    )
    seen = run(tmp_path, source)
    assert (seen["errors"], seen["printed"]) == ([], ["{}"])


def test_timing_magics_run_their_code_once_and_in_place(tmp_path: Path) -> None:
    timed = (
        "def f():\n    ran.append(1)\n    return 5\nran = []\n"
        "assert get_ipython().run_line_magic('time', ' f()') == 5\n"
        "t = get_ipython().run_line_magic('timeit', '-n 10 -r3 -o f()')\nassert t.best == t.average >= 0\n"
        "get_ipython().run_line_magic('time', 'y = 1')\nassert (len(ran), y) == (2, 1)\n"
    )
    failing = "\n\nget_ipython().run_cell_magic('timeit', '-n 1 z = 2', 'z += 1\\nz / 0\\n')\n"
    (error,) = run(tmp_path, timed, failing)["errors"]
    assert place(error) == ("ZeroDivisionError", "lab.ipynb", 5, 2)


def test_captured_output_is_kept_for_the_student(tmp_path: Path) -> None:
    source = "get_ipython().run_cell_magic('capture', '--no-stderr out', 'print(1)')\nassert out.stdout == '1\\n'"
    seen = run(tmp_path, source)
    assert (seen["errors"], seen["printed"]) == ([], [])


def test_a_written_module_is_imported_from_the_working_folder_only(tmp_path: Path) -> None:
    write = "get_ipython().run_cell_magic('writefile', '../../solution.py', 'def scale():\\n    return 1 / 0\\n')"
    seen = run(tmp_path, write, "import solution", call=("scale",))
    assert [place(error) for error in seen["errors"]] == [("ZeroDivisionError", "solution.py", 2, None)]
    assert (tmp_path / "work/solution.py").exists()
    assert not (tmp_path.parent / "solution.py").exists()


def test_a_file_named_like_a_library_does_not_hide_it(tmp_path: Path) -> None:
    seen = run(tmp_path, "import colorsys\nassert colorsys.rgb_to_hsv\ndef f(): return 1\n", file="colorsys.py")
    assert (seen["errors"], seen["names"]) == ([], ["f"])
