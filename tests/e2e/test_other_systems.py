"""A student's own check works, and says the same, where nothing is to be had that only Linux or Unix has."""

import os
import subprocess
import sys
from pathlib import Path

from course import ROOT
from without_linux import interpreter

PROGRAM = """from numba import cuda
import grader


@cuda.jit
def vec_add(a, b, c, n):
    i = cuda.grid(1)
    c[i] = a[i] + b[i]


def add_on_gpu(a, b, c):
    print("যোগ")
    vec_add[(a.size + 255) // 256, 256](a, b, c, a.size)


if __name__ == "__main__":
    grader.check("vec_add")
"""


def checked(program: Path, python: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "INTERPRETER": python}
    command = [python, str(program)]
    ran = subprocess.run(command, cwd=program.parent, env=environment, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout


def test_a_self_check_says_the_same_on_every_system(tmp_path: Path) -> None:
    program = tmp_path / "submission.py"
    program.write_text(PROGRAM, encoding="utf-8")
    shown = checked(program, str(interpreter(tmp_path)))
    assert "✗ kernel-এ bounds guard নেই" in shown
    assert "✓ পাস  একাধিক block-এর array-এর ফল" in shown
    assert shown == checked(program, sys.executable)
