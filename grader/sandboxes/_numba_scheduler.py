"""The virtual GPU's part that numba compiles, the scheduler of its threads: compiled once for each numba, and kept."""

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

from grader.sandboxes._environment import environment
from grader.sandboxes._kept import digest, kept

_BUILD = """
import sys
sys.path.insert(0, sys.argv[1])
from harness.virtual.numba import core, scheduler
core.core()
sys.stdout.buffer.write(scheduler.build())
"""


def scheduler(folder: Path) -> Path | None:
    """Return the compiled scheduler; None where it cannot be compiled: boxes do it themselves then, when they need it.

    Args:
        folder: that the harness has been copied to.
    """
    sources = sorted(folder.glob("harness/virtual/*.py")) + sorted(folder.glob("harness/virtual/numba/*.py"))
    # Native code, of this processor: a cache may be shared by the machines of a cluster.
    processor = next((line for line in _processor().splitlines() if line.startswith(("flags", "Features"))), "")
    parts = [sys.version, version("numba"), version("llvmlite"), processor]
    name = digest([*(part.encode() for part in parts), *(source.read_bytes() for source in sources)])

    def make(target: Path) -> None:
        command = [sys.executable, "-I", "-B", "-c", _BUILD, str(folder)]
        done = subprocess.run(command, env=environment(str(folder), {}), check=True, capture_output=True)
        target.write_bytes(done.stdout)

    try:
        return kept(f"numba-{version('numba')}-{name}.bin", "building the virtual GPU for numba (once, seconds)", make)
    except (OSError, subprocess.CalledProcessError):
        return None


def _processor() -> str:
    try:
        return Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return ""
