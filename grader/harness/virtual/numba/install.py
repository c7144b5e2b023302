"""Gives numba's CUDA target the virtual card instead of a driver, and native code of this processor instead of PTX.

Everything else is numba's own: types and their errors, arrays, streams, events. It is called before a fork, so that no
thread is started here and no memory of the card is written.
"""

import warnings
from inspect import signature
from pathlib import Path
from typing import Any

from numba.core.errors import NumbaDebugInfoWarning
from numba.cuda import compiler, dispatcher
from numba.cuda.codegen import CUDACodeLibrary
from numba.cuda.cudadrv import devicearray, driver, nvvm, runtime

from .. import card
from .core import core
from .devices import VERSION
from .driver import Library
from .loader import BOUNDARY

_IR_VERSION = (2, 0, 3, 1)  # of NVVM IR and its debugging information: what CUDA 12 says
BUILT = Path(__file__).with_name("scheduler.bin")  # what `scheduler.build` has returned, if somebody has called it
_OWN_SOURCE = "cpp_function_wrappers.cu"  # numba's, of functions that `instructions` has


class Nvvm:
    """Stands for libNVVM: what numba asks of it before it writes IR."""

    data_layout = nvvm._datalayout_i128  # noqa: SLF001 - numba's own text for it
    supported_ccs = (card.CAPABILITY,)

    def get_ir_version(self) -> tuple[int, int, int, int]:
        """Return the versions of NVVM IR and of its debugging information, major and minor."""
        return _IR_VERSION


def install() -> None:
    """Change numba for the whole process; a second time it does nothing."""
    found: Any = driver.driver
    if isinstance(vars(found).get("lib"), Library):
        return
    shared = core()
    if BUILT.exists():
        shared.machine.prepare(BUILT.read_bytes())
    found.lib, found.is_initialized, found.initialization_error = Library(shared), False, None
    found._initialize_extras = lambda: None  # noqa: SLF001 - they look for libcuda's own functions
    theirs: Any = runtime.runtime
    theirs.get_version = lambda: (VERSION // 1000, VERSION % 1000 // 10)
    _keep_ir()
    _keep_lines()
    _fold_arguments()
    _count_copies()


def _keep_ir() -> None:
    """Let the image of a module be what numba writes for NVVM: the loader of the card compiles it."""
    changed: Any = nvvm
    changed.NVVM = Nvvm

    def assembly(self: Any, cc: Any = None) -> str:
        if cc is None:  # numba looks for names of functions in it
            return BOUNDARY.join(self.llvm_strs)
        raise NotImplementedError("PTX is not emulated on the virtual GPU")

    def image(self: Any, cc: Any = None) -> bytes:
        del cc
        for path in self._linking_files:
            if Path(path).name != _OWN_SOURCE:
                raise NotImplementedError(f"linking {Path(path).name} is not emulated on the virtual GPU")
        return BOUNDARY.join(self.llvm_strs).encode()

    library: Any = CUDACodeLibrary
    library.get_asm_str, library.get_ltoir, library.get_cubin = assembly, assembly, image


def _keep_lines() -> None:
    """Let numba write down which lines of the source its IR belongs to, whether or not the student asks for it."""
    compile_cuda = compiler.compile_cuda

    def with_lines(*given: Any, debug: bool = False, lineinfo: bool = False, **options: Any) -> Any:
        if debug or lineinfo:
            return compile_cuda(*given, debug=debug, lineinfo=lineinfo, **options)
        with warnings.catch_warnings():
            # Nobody has asked for lines, and functions that `exec` has made have none.
            warnings.simplefilter("ignore", NumbaDebugInfoWarning)
            try:
                return compile_cuda(*given, debug=False, lineinfo=True, **options)
            except Exception:  # noqa: BLE001 - not all that can be compiled can be described; other errors come again
                return compile_cuda(*given, debug=False, lineinfo=False, **options)

    changed: Any = (compiler, dispatcher)
    for each in changed:
        each.compile_cuda = with_lines


def _fold_arguments() -> None:
    """Let functions of numba's own that take any number of arguments, as `min` and `max`, compile for a card.

    Numba 0.68 has written them so for its other target only; the package numba-cuda, which cards have today, compiles
    them.
    """
    changed: Any = dispatcher.CUDADispatcher
    template = changed.get_call_template

    def folded(self: Any, args: Any, kws: Any) -> Any:
        if any(each.kind is each.VAR_POSITIONAL for each in signature(self.py_func).parameters.values()):
            _, args = self.fold_argument_types(args, kws)
            kws = {}
        return template(self, args, kws)

    changed.get_call_template = folded


def _count_copies() -> None:
    """Let a watch count the arrays of the host's that numba copies to the card, and back, for a single launch."""
    changed: Any = devicearray
    auto_device = changed.auto_device

    def counted(obj: Any, stream: Any = 0, copy: bool = True, user_explicit: bool = False) -> Any:
        found, converted = auto_device(obj, stream=stream, copy=copy, user_explicit=user_explicit)
        watch = core().watch
        if converted and watch and not user_explicit:
            watch.copied += 1
        return found, converted

    changed.auto_device = counted
