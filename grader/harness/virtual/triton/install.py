"""Gives Triton the virtual card: its compiler up to its own intermediate code, and a driver that runs that here."""

import importlib
import os
from types import ModuleType
from typing import Any

import triton
from triton.backends import Backend, backends
from triton.runtime import cache
from triton.runtime.driver import driver

from .compiler import VirtualBackend, VirtualKernel
from .driver import VirtualDriver


def install() -> None:
    """Change Triton for the whole process; a second time it does nothing. It starts no thread."""
    if isinstance(driver._active, VirtualDriver):  # noqa: SLF001 - `active` would look for a card
        return
    # Unset, Triton 3.9 warns of a default that will change; this is the default.
    os.environ.setdefault("TRITON_DEFAULT_FP_FUSION", "1")
    knobs: Any = triton.knobs.runtime
    knobs.interpret = False  # Triton's own interpreter would do its sums in another way
    backends["nvidia"] = Backend(VirtualBackend, VirtualDriver)
    driver.set_active(VirtualDriver())
    # The usual key reads all files of Triton, which takes a second; the version tells them apart as well.
    cache.triton_key = lambda: triton.__version__
    # `triton.compiler` has a function of the name of this module.
    compiler: ModuleType = importlib.import_module("triton.compiler.compiler")
    vars(compiler)["CompiledKernel"] = VirtualKernel
