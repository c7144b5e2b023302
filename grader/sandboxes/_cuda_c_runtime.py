"""The virtual GPU's part that is linked with every program in CUDA C: compiled once, and kept."""

import os
import platform
import subprocess
import sys
from pathlib import Path

from grader.sandboxes._kept import digest, kept

_BUILD = """
import sys
from pathlib import Path
from harness.virtual.cuda_c import compiler
compiler.build_runtime(Path(sys.argv[1]))
"""


def runtime(folder: Path) -> Path | None:
    """Return the object file; None where it cannot be compiled: boxes do it themselves then, when they need it.

    Args:
        folder: that the harness has been copied to.
    """
    try:
        version = subprocess.run(["g++", "--version"], check=True, capture_output=True).stdout  # noqa: S607 - as the harness finds it
        sources = sorted(each for each in folder.glob("harness/virtual/cuda_c/**/*") if each.is_file())
        parts = [version, platform.machine().encode(), *(source.read_bytes() for source in sources)]
        parts += [Path(folder, "harness/virtual/card.py").read_bytes()]
        return kept(f"cuda-c-{digest(parts)}.o", "building the virtual GPU for CUDA C (once, seconds)",
                    lambda target: _build(folder, target))  # fmt: skip
    except (OSError, subprocess.CalledProcessError):
        return None


def _build(folder: Path, target: Path) -> None:
    command = [sys.executable, "-B", "-c", _BUILD, str(target.parent)]
    subprocess.run(command, env={"PYTHONPATH": str(folder), "PATH": os.environ.get("PATH", os.defpath)}, check=True,
                   capture_output=True)  # fmt: skip
    (target.parent / "runtime.o").rename(target)
