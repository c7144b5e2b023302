"""A student's CUDA C, loaded: its function is called, or its kernel is launched, from Python."""

import ctypes
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from .faults import Fault, NativeFault, explain
from .functions import Function
from .launchers import Request, Value

Array = np.ndarray[Any, np.dtype[Any]]

# C types that an array of each kind may be called.
_TYPES = {
    "float32": {"float"}, "float64": {"double"}, "int8": {"signed char", "char", "int8_t"}, "bool": {"bool"},
    "uint8": {"unsigned char", "uint8_t", "uchar"}, "int16": {"short", "int16_t"},
    "uint16": {"unsigned short", "uint16_t"}, "int32": {"int", "int32_t"},
    "uint32": {"unsigned int", "unsigned", "uint32_t", "uint"}, "int64": {"long long", "long", "int64_t", "long int"},
    "uint64": {"unsigned long long", "unsigned long", "uint64_t", "size_t"},
}  # fmt: skip
SIGNALS = {4: "Illegal instruction", 6: "Aborted", 7: "Bus error", 8: "Floating point exception", 9: "Killed",
           11: "Segmentation fault"}  # fmt: skip


class CudaAPIError(Exception):
    """A call of the runtime that failed.

    Attributes:
        error: number.
        line: of the student's source that is to blame; 0 when it is not known.
    """

    def __init__(self, error: int, text: str, line: int = 0) -> None:
        super().__init__(error, text, line)
        self.error, self.text, self.line = error, text, line

    def __str__(self) -> str:
        return self.text


class HostCrashError(Exception):
    """The student's host code died of a signal.

    Attributes:
        line: of the student's source; 0 when it is not known.
    """

    def __init__(self, text: str, line: int = 0) -> None:
        super().__init__(text, line)
        self.text, self.line = text, line

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, kw_only=True)
class OnCard:
    """An array on the card."""

    address: int
    shape: tuple[int, ...]
    dtype: np.dtype[Any]

    @property
    def size(self) -> int:
        """Bytes."""
        return int(np.prod(self.shape)) * self.dtype.itemsize


class Library:
    """One shared library that `compiler.build` or nvcc has made, with a `launcher`.

    Args:
        path: of it.
        function: that it calls.
    """

    def __init__(self, path: Path, function: Function) -> None:
        self.path, self.function = path, function
        self.native = ctypes.CDLL(str(path))
        self.is_virtual = hasattr(self.native, "vgpu_fault")
        for name in ("grader_name", "grader_text"):
            getattr(self.native, name).restype = ctypes.c_char_p
        if self.is_virtual:
            self.native.vgpu_fault.restype = ctypes.POINTER(NativeFault)

    def to_card(self, array: Array) -> OnCard:
        """Return a copy of an array on the card. Raises CudaAPIError."""
        pointer = ctypes.c_void_p()
        self.check(self.native.grader_allocate(ctypes.byref(pointer), ctypes.c_size_t(max(array.nbytes, 1))))
        if array.nbytes:
            source = ctypes.c_void_p(array.ctypes.data)
            self.check(self.native.grader_put(pointer, source, ctypes.c_size_t(array.nbytes)))
        return OnCard(address=int(pointer.value or 0), shape=array.shape, dtype=array.dtype)

    def from_card(self, copy: OnCard) -> Array:
        """Return what lies on the card. Raises CudaAPIError."""
        array = np.empty(copy.shape, copy.dtype)
        if array.nbytes:
            target, size = ctypes.c_void_p(array.ctypes.data), ctypes.c_size_t(array.nbytes)
            self.check(self.native.grader_get(target, ctypes.c_void_p(copy.address), size))
        return array

    def free(self, copy: OnCard) -> None:
        """Give memory of the card back. Raises CudaAPIError."""
        self.check(self.native.grader_free(ctypes.c_void_p(copy.address)))

    def call(self, values: Sequence[float], shape: Sequence[int] = (1,) * 6, shared: int = 0) -> float | None:
        """Call the function, or launch the kernel; what it returns comes back, None if that is nothing.

        Args:
            values: numbers, and addresses of arrays, as many as there are parameters.
            shape: of a launch: blocks in x, y and z, then threads in x, y and z.
            shared: bytes of dynamic shared memory of a launch.

        Raises:
            CudaAPIError: a launch was refused, or a kernel that the function has launched failed.
            HostCrashError: the function died.
        """
        kept = (Value * (len(values) + 1))(*(Value(whole=int(value), real=float(value)) for value in values))
        request = Request(shape=(ctypes.c_uint * 6)(*shape), shared=shared, values=kept)
        if self.is_virtual:
            number = self.native.vgpu_guarded(self.native.grader_call, ctypes.byref(request))
            if number:
                fault = self._fault()
                text = f"{SIGNALS.get(number, f'signal {number}')}: {fault.text}".removesuffix(": ")
                raise HostCrashError(text, fault.line)
        else:
            self.native.grader_call(ctypes.byref(request))
        self._flush()
        self.check(request.error)
        if not self.function.kernel:
            self.wait()
            self.check(self.native.grader_refused())
        result = kept[len(values)]
        if self.function.kernel or self.function.returns == "void":
            return None
        return float(result.real) if self.function.returns in {"float", "double"} else int(result.whole)

    def wait(self) -> None:
        """Wait for the card. Raises CudaAPIError."""
        error = self.native.grader_wait()
        self._flush()
        self.check(error)

    def schedule(self, order: int | None) -> None:
        """Let the virtual GPU run blocks and threads in the random order of a seed; None is the usual order."""
        if self.is_virtual:
            self.native.vgpu_schedule(ctypes.c_int64(schedule_of(order)))

    def renew(self) -> None:
        """Make a card that an error has broken usable again, where that is possible."""
        if self.is_virtual:
            self.native.vgpu_renew()

    def check(self, error: int) -> None:
        """Raise CudaAPIError unless all is well."""
        if not error:
            return
        name, text = self.native.grader_name(error).decode(), self.native.grader_text(error).decode()
        # As numba and the driver call it: what explains errors knows these names.
        shown = "CUDA_ERROR_" + re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name.removeprefix("cudaError")).upper()
        fault = self._fault() if self.is_virtual else Fault(text="", line=0)
        detail = f" ({fault.text})" if fault.text else ""
        raise CudaAPIError(error, f"[{error}] {shown}: {text}{detail}", fault.line)

    def _flush(self) -> None:
        """Let what C has printed go out: Python knows nothing of it."""
        self.native.fflush(None)

    def _fault(self) -> Fault:
        native: NativeFault = self.native.vgpu_fault().contents
        return explain(native, self.path)


def schedule_of(order: int | None) -> int:
    """Return what the native part calls a seed: not 0, which is the usual order."""
    return 0 if order is None else order % 2**62 + 1


def mismatch(function: Function, types: Sequence[str]) -> str:
    """Return what is wrong with the parameters of a function for some arguments; empty when they fit.

    Args:
        function: with its parameters.
        types: of the arguments, in numpy's words; with a `*` for arrays.
    """
    if len(types) != len(function.parameters):
        return f"{function.name} takes {len(function.parameters)} arguments, and is called with {len(types)}"
    for number, (parameter, kind) in enumerate(zip(function.parameters, types, strict=True), 1):
        element, wanted = parameter.element, kind.removesuffix("*")
        known = set().union(*_TYPES.values())
        wrong = bool(element) != kind.endswith("*") or (element in known and element not in _TYPES.get(wanted, known))
        if wrong:
            shown = f"{min(_TYPES.get(wanted, {wanted}), key=len)}{'*' if kind.endswith('*') else ''}"
            return f"parameter {number} of {function.name} is {parameter.type}; {shown} is passed"
    return ""
