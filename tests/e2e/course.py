"""A course of its own for a test, with real assignments of this project, and the command line to run on it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def make_course(folder: Path, *assignments: str, submissions: bool = True) -> Path:
    """Copy assignments, their references and submissions into a folder, with the project's course file."""
    shutil.copy(ROOT / "grader.yaml", folder)
    kinds = ("assignments", "reference", "submissions") if submissions else ("assignments", "reference")
    for kind in kinds:
        for name in assignments:
            shutil.copytree(ROOT / kind / name, folder / kind / name)
    return folder


def grader(*arguments: str | Path, folder: Path = ROOT) -> "subprocess.CompletedProcess[str]":
    """Run the command line in a folder."""
    command = [sys.executable, "-m", "grader", *map(str, arguments)]
    # Wide enough that no line is wrapped; warnings of Python itself would be a fault of ours.
    environment = {**os.environ, "COLUMNS": "200", "PYTHONWARNINGS": "error"}
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=900, check=False
    )
