"""What every sandbox brings into a box: the harness, an environment, and the wires to the judge."""

import os
import shutil
import socket
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path

from grader.boxes.conversation import Wires
from grader.ports import Lease
from grader.sandboxes import _cuda_c_runtime, _numba_scheduler, _torch_device

PASSED_ON = ("LD_LIBRARY_PATH", "OPENBLAS_CORETYPE")  # of the judge's own environment


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
        "TMPDIR": home,
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
        **{key: os.environ[key] for key in PASSED_ON if key in os.environ},
        **extra,
    }


@dataclass(frozen=True, kw_only=True)
class Ends:
    """The box's ends of the wires."""

    channel: socket.socket
    output: int
    where: int

    def close(self) -> None:
        """Let go of them, once the box has its own."""
        self.channel.close()
        os.close(self.output)
        os.close(self.where)


def wire() -> tuple[Wires, Ends]:
    """Return both ends of the channel and of the pipes for output and place. Raises OSError."""
    ours, theirs = socket.socketpair()
    output, output_end = os.pipe()
    where, where_end = os.pipe()
    return Wires(channel=ours, output=output, where=where), Ends(channel=theirs, output=output_end, where=where_end)
