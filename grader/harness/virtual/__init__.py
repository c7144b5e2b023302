"""The virtual GPU: one card, with a front end for each library that student code may use."""

import importlib
import multiprocessing.util
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

# A library, and the front end that gives it the virtual card once it is loaded.
LIBRARIES = {"torch": ".pytorch.install", "triton": ".triton.install", "numba.cuda": ".numba.install"}
_CHILDREN = str(Path(__file__).with_name("children"))


def prepare() -> None:
    """Do what must be done before libraries are loaded.

    The package numba-cuda lets `numba.cuda` mean itself, by a finder of modules; the virtual card is below the target
    that comes with numba.
    """
    sys.meta_path[:] = [finder for finder in sys.meta_path if type(finder).__name__ != "NumbaCudaFinder"]


def install() -> None:
    """Give every library that is loaded the virtual card; again later, for those that are loaded by then.

    Interpreters that this process starts have it, too. No thread is started, so that a process can be forked
    afterwards.
    """
    for library, front_end in LIBRARIES.items():
        if library in sys.modules:
            importlib.import_module(front_end, __name__).install()
    others = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path and path != _CHILDREN]
    os.environ["PYTHONPATH"] = os.pathsep.join([_CHILDREN, *others])
    spawning: Any = multiprocessing.util
    spawning._args_from_interpreter_flags = _flags  # noqa: SLF001 - there is no public way to choose them


def _flags() -> list[str]:
    """Return flags for an interpreter that is to be like this one, but looks at `PYTHONPATH`."""
    like_this: Any = subprocess
    return [flag for flag in like_this._args_from_interpreter_flags() if flag != "-I"]  # noqa: SLF001 - as above
