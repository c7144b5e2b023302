"""What every sandbox brings into a box: the harness, and an environment."""

import os
import shutil
import subprocess
from collections.abc import Mapping
from importlib.resources import as_file, files
from pathlib import Path

from grader.ports import Lease
from grader.sandboxes import _cuda_c_runtime, _numba_scheduler, _torch_device

# Of the judge's own environment: without the latter, a program does not even start on Windows.
PASSED_ON = ("LD_LIBRARY_PATH", "OPENBLAS_CORETYPE", "SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT")


def copy_harness(folder: Path, lease: Lease) -> None:
    """Put the harness into a folder, alone: nothing else of the grader's is to be seen. Raises OSError."""
    with as_file(files("grader") / "harness") as harness:
        shutil.copytree(harness, folder / "harness", ignore=shutil.ignore_patterns("__pycache__", "csrc"))
    if lease.environment.get("GRADER_DEVICE") != "virtual":
        return
    if library := _torch_device.library():
        shutil.copyfile(library, folder / "harness/virtual/pytorch/device.so")
    if scheduler := _numba_scheduler.scheduler(folder):
        shutil.copyfile(scheduler, folder / "harness/virtual/numba/scheduler.bin")
    if runtime := _cuda_c_runtime.runtime(folder):
        shutil.copyfile(runtime, folder / "harness/virtual/cuda_c/native/runtime.o")


def remove(folder: Path) -> None:
    """Remove a tree, however deep it is: Python's own function gives up on some that student code can make."""
    subprocess.run(["rm", "-rf", "--", str(folder)], check=False, capture_output=True)  # noqa: S607 - part of every system


def environment(home: str, extra: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a box: nothing of the judge's goes along, except where programs are found.

    Args:
        home: working folder.
        extra: what the device adds.
    """
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "LANG": "C.UTF-8",
        "HOME": home,
        "USERPROFILE": home,
        **dict.fromkeys(("TMPDIR", "TEMP", "TMP"), home),
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
        **{key: os.environ[key] for key in PASSED_ON if key in os.environ},
        **extra,
    }
