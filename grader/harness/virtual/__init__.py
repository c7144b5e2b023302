"""The virtual GPU: one card, with a front end for each library that student code may use."""

import importlib
import sys

# A library that is loaded, and the front end that gives it the virtual card.
_FRONT_ENDS = {"torch": ".pytorch.install", "triton": ".triton.install", "numba.cuda": ".numba.install"}


def prepare() -> None:
    """Do what must be done before libraries are loaded.

    The package numba-cuda lets `numba.cuda` mean itself, by a finder of modules; the virtual card is below the target
    that comes with numba.
    """
    sys.meta_path[:] = [finder for finder in sys.meta_path if type(finder).__name__ != "NumbaCudaFinder"]


def install() -> None:
    """Give every library that is loaded the virtual card; again later, for those that are loaded by then.

    It starts no thread, so that a process can be forked afterwards.
    """
    for library, front_end in _FRONT_ENDS.items():
        if library in sys.modules:
            importlib.import_module(front_end, __name__).install()
