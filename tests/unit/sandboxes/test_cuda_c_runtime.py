"""What every program in CUDA C is linked with: a box brings it along."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from grader.ports import Lease
from grader.sandboxes._harness import copy_harness

BUILD = """
import sys
from pathlib import Path
from harness.virtual.cuda_c import compiler
compiler.build({"a.cu": "int main() { return 0; }"}, "a.cu", Path(sys.argv[1]), program=True)
"""


@pytest.mark.skipif(shutil.which("g++") is None, reason="g++ is not installed")
def test_no_program_compiles_the_runtime_again(tmp_path: Path) -> None:
    copy_harness(tmp_path, Lease(environment={"GRADER_DEVICE": "virtual"}))
    (tmp_path / "harness/virtual/cuda_c/native/runtime.cpp").unlink()
    command = [sys.executable, "-c", BUILD, str(tmp_path)]
    done = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": str(tmp_path)}, check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert subprocess.run([tmp_path / "program"], check=False).returncode == 0
