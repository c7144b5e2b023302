"""Gives Triton the virtual card: its compiler up to its own intermediate code, and a driver that runs that here."""

import importlib
import os
from typing import Any, NoReturn

import triton
from triton.runtime.driver import driver

from .errors import not_emulated

VERSION = "3.9."  # whose intermediate code is known; a torch for real cards brings whichever it was built with


def install() -> None:
    """Change Triton for the whole process; a second time it does nothing. It starts no thread."""
    if not triton.__version__.startswith(VERSION):
        driver.set_active(_Refusing())
        return
    from .driver import VirtualDriver

    if not isinstance(driver._active, VirtualDriver):  # noqa: SLF001 - `active` would look for a card
        _compile()
        driver.set_active(VirtualDriver())


def _compile() -> None:
    """Let Triton's compiler do what a launch here needs."""
    from triton.backends import Backend, backends
    from triton.runtime import cache

    from .compiler import VirtualBackend, VirtualKernel

    # Unset, Triton 3.9 warns of a default that will change; this is the default.
    os.environ.setdefault("TRITON_DEFAULT_FP_FUSION", "1")
    knobs: Any = triton.knobs.runtime
    knobs.interpret = False  # Triton's own interpreter would do its sums in another way
    backends["nvidia"] = Backend(VirtualBackend, backends["nvidia"].driver)
    # The usual key reads all files of Triton, which takes a second; the version tells them apart as well.
    cache.triton_key = lambda: triton.__version__
    # `triton.compiler` has a function of the name of this module.
    vars(importlib.import_module("triton.compiler.compiler"))["CompiledKernel"] = VirtualKernel


class _Refusing:
    """Stands where a driver would, for a Triton that is not known."""

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__"):
            raise AttributeError(name)
        raise not_emulated(f"Triton {triton.__version__} (only {VERSION}*)")
