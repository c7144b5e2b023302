"""A student checks what a running notebook has: in a real IPython, far from any course."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from course import ROOT, grader

RIGHT = """from numba import cuda

@cuda.jit
def vec_add(a, b, c, n):
    i = cuda.grid(1)
    if i < n:
        c[i] = a[i] + b[i]

def add_on_gpu(a, b, c):
    vec_add[(a.size + 255) // 256, 256](a, b, c, a.size)
"""
CELLS = {
    "loaded": "%load_ext grader",
    "failed": "1 / 0",
    "no guard": "%%check vec_add\n" + RIGHT.replace("if i < n:", "if True:"),
    "misspelt": "import grader\ngrader.check('vec_ad')",
    "language": "grader.check('vec_add', lang='fr')",
    "right": "%%check vec_add\n" + RIGHT,
    "broken": "%%check vec_add\nraise ValueError('mine')",
    "changed": "def add_on_gpu(a, b, c):\n    return undefined_name",
    "in English": "grader.check('vec_add', lang='en')",
    "cuda": "%%writefile saxpy.cu\n"
    "__global__ void saxpy(int n, float a, const float *x, const float *y, float *z) {\n"
    "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i < n) z[i] = a * x[i] + y[i];\n}\n",
    "in CUDA C": "%check saxpy_cu",
}
RUN = """
import sys
from IPython.testing.globalipapp import start_ipython
shell = start_ipython()
for name, source in CELLS.items():
    print(f"=== {name}")
    shell.run_cell(source, store_history=True)
"""


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("notebook")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "IPYTHONDIR": str(folder / "ipython")}
    command = [sys.executable, "-c", f"CELLS = {CELLS!r}\n{RUN}"]
    ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=600, check=False)
    assert ran.returncode == 0, ran.stderr
    parts = re.split(r"^=== (.+)\n", ran.stdout, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_the_cell_is_run_and_then_checked_in_bangla(outputs: dict[str, str]) -> None:
    shown = outputs["no guard"]
    assert "নিজের যাচাই: এতে কোনো নম্বর নেই।" in shown
    assert "✗ kernel-এ bounds guard নেই" in shown
    assert "✓ পাস  একাধিক block-এর array-এর ফল" in shown
    assert "সবচেয়ে ছোট যে input-এ ভুলটি দেখা যায়" in shown
    assert "/ ২" not in shown, "a self-check has no points"


def test_a_cell_that_failed_before_does_not_matter(outputs: dict[str, str]) -> None:
    assert "ZeroDivisionError" in outputs["failed"]
    assert "✗" not in outputs["right"]
    assert "✓ পাস  memory-তে নিরাপদে পড়া ও লেখা" in outputs["right"]
    assert "○ পরে যাচাই হবে  গতি" in outputs["right"]


def test_a_cell_that_fails_is_not_checked(outputs: dict[str, str]) -> None:
    assert "ValueError" in outputs["broken"]
    assert "নিজের যাচাই" not in outputs["broken"]


def test_what_was_defined_last_counts_by_the_numbers_of_the_notebook(outputs: dict[str, str]) -> None:
    number = 1 + list(CELLS).index("changed")
    assert "Self-check: it carries no mark." in outputs["in English"]
    assert f"cell {number}, line 2" in outputs["in English"]
    assert "undefined_name" in outputs["in English"]


def test_cuda_c_is_taken_from_its_cell(outputs: dict[str, str]) -> None:
    assert "✓ পাস  ফলাফল ঠিক" in outputs["in CUDA C"]


def test_mistakes_in_the_call_are_told_in_a_sentence(outputs: dict[str, str]) -> None:
    assert "আপনি কি 'vec_add' বোঝাতে চেয়েছেন?" in outputs["misspelt"]
    assert "lang: bn অথবা en দরকার" in outputs["language"]
    assert "Traceback" not in outputs["misspelt"] + outputs["language"]


def test_a_notebook_with_checks_in_it_is_graded_like_any_other(tmp_path: Path) -> None:
    from nbformat import v4

    cells = [
        "%load_ext grader\n%check vec_add",
        "import grader",
        f"%%check vec_add\n{RIGHT}",
        "grader.check('vec_add')",
    ]
    book = v4.new_notebook(cells=[v4.new_code_cell(cell) for cell in cells])  # type: ignore[no-untyped-call] # theirs
    (tmp_path / "work.ipynb").write_text(v4.writes(book), encoding="utf-8")  # type: ignore[no-untyped-call] # theirs
    ran = grader("grade", tmp_path / "work.ipynb", "--assignment", "vec_add", "--lang", "en")
    assert "So far 18/20, 2 more points open" in ran.stdout
    assert "magics" not in ran.stdout, "ours are no reason for a note"
