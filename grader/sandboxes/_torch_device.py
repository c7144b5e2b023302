"""The virtual GPU's part that is written in C++ for PyTorch: compiled once for each torch, and kept."""

import fcntl
import functools
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import as_file, files
from importlib.util import find_spec
from pathlib import Path

FLAGS = ("-std=c++20", "-O1", "-fPIC", "-shared", "-w")
LIBRARIES = ("-ltorch_cpu", "-lc10")  # of torch, which has loaded them when the device is loaded
WITHOUT = "PyTorch code runs without a virtual GPU: its tensors stay on the CPU, and say so"


@functools.cache
def library() -> Path | None:
    """Return the library, compiled now unless it is in the cache; None, with a line on stderr, where it cannot be.

    It is kept in `$XDG_CACHE_HOME/grader`, by torch's version and what it is made from. Of several processes that need
    it at once, one compiles it.
    """
    try:
        torch = version("torch")
    except PackageNotFoundError:
        return None
    try:
        with as_file(files("grader") / "harness/virtual/pytorch/csrc") as sources:
            return _library(sources, torch)
    except (OSError, subprocess.CalledProcessError) as error:
        _tell(f"{WITHOUT}: {_reason(error)}")
        return None


def _library(sources: Path, torch: str) -> Path:
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "grader")
    cache.mkdir(parents=True, exist_ok=True)
    kept = cache / f"torch-{torch}-{_digest(sources)}.so"
    with Path(f"{kept}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            _tell(f"building the virtual GPU for torch {torch} (once, about half a minute)")
            _compile(sources, kept)
    return kept


def _digest(sources: Path) -> str:
    digest = hashlib.sha256(repr((FLAGS, LIBRARIES, platform.machine())).encode())
    for source in sorted(sources.iterdir()):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _compile(sources: Path, target: Path) -> None:
    """Compile all sources as one, since their headers take most of the time. Raises OSError, CalledProcessError."""
    compiler = shutil.which("g++")
    spec = find_spec("torch")
    if compiler is None or spec is None or not spec.submodule_search_locations:
        raise FileNotFoundError("there is no g++" if compiler is None else "there is no torch")
    torch = Path(spec.submodule_search_locations[0])
    text = "".join(f'#include "{source.name}"\n' for source in sorted(sources.glob("*.cpp")))
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        made = Path(folder) / target.name
        command = [compiler, *FLAGS, "-x", "c++", "-", f"-I{sources}", f"-I{torch / 'include'}"]
        command += ["-o", str(made), f"-L{torch / 'lib'}", *LIBRARIES]
        subprocess.run(command, input=text, text=True, check=True, capture_output=True)
        made.rename(target)  # in one step: whoever finds it there finds all of it


def _reason(error: Exception) -> str:
    if not isinstance(error, subprocess.CalledProcessError):
        return str(error)
    lines = str(error.stderr).splitlines()
    return next((line for line in lines if "error" in line), f"g++ ended with {error.returncode}")


def _tell(line: str) -> None:
    sys.stderr.write(f"{line}\n")
