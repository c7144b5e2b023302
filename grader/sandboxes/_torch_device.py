"""The virtual GPU's part that is written in C++ for PyTorch: compiled once for each torch, and kept."""

import functools
import platform
import shutil
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import as_file, files
from importlib.util import find_spec
from pathlib import Path

from grader.sandboxes._kept import digest, kept

FLAGS = ("-std=c++20", "-O1", "-fPIC", "-shared", "-w")
LIBRARIES = ("-ltorch_cpu", "-lc10")  # of torch, which has loaded them when the device is loaded
WITHOUT = "PyTorch code runs without a virtual GPU: its tensors stay on the CPU, and say so"


@functools.cache
def library() -> Path | None:
    """Return the library, compiled now unless it is in the cache; None, with a line on stderr, where it cannot be.

    It is kept by torch's version and what it is made from.
    """
    try:
        torch = version("torch")
    except PackageNotFoundError:
        return None
    try:
        with as_file(files("grader") / "harness/virtual/pytorch/csrc") as sources:
            return _library(sources, torch)
    except (OSError, subprocess.CalledProcessError) as error:
        sys.stderr.write(f"{WITHOUT}: {_reason(error)}\n")
        return None


def _library(sources: Path, torch: str) -> Path:
    parts = [
        repr((FLAGS, LIBRARIES, platform.machine())).encode(),
        *(each.read_bytes() for each in sorted(sources.iterdir())),
    ]
    what = f"building the virtual GPU for torch {torch} (once, about half a minute)"
    return kept(f"torch-{torch}-{digest(parts)}.so", what, lambda target: _compile(sources, target))


def _compile(sources: Path, target: Path) -> None:
    """Compile all sources as one, since their headers take most of the time. Raises OSError, CalledProcessError."""
    compiler = shutil.which("g++") if sys.platform == "linux" else None
    spec = find_spec("torch")
    if compiler is None or spec is None or not spec.submodule_search_locations:
        raise FileNotFoundError("there is no g++" if compiler is None else "there is no torch")
    torch = Path(spec.submodule_search_locations[0])
    text = "".join(f'#include "{source.name}"\n' for source in sorted(sources.glob("*.cpp")))
    command = [compiler, *FLAGS, "-x", "c++", "-", f"-I{sources}", f"-I{torch / 'include'}"]
    command += ["-o", str(target), f"-L{torch / 'lib'}", *LIBRARIES]
    subprocess.run(command, input=text, encoding="utf-8", check=True, capture_output=True)


def _reason(error: Exception) -> str:
    if not isinstance(error, subprocess.CalledProcessError):
        return str(error)
    lines = str(error.stderr).splitlines()
    return next((line for line in lines if "error" in line), f"g++ ended with {error.returncode}")
