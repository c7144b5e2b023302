"""What every sandbox brings into a box: the harness."""

import shutil
import subprocess
from importlib.resources import as_file, files
from pathlib import Path

from grader.ports import Lease
from grader.sandboxes import _cuda_c_runtime, _numba_scheduler, _torch_device


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
