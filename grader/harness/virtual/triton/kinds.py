"""The types of Triton's intermediate code, and the numbers that numpy has no type for.

While a program runs, `bf16` and `f8E5M2` are float32 numbers that the narrow type can hold; pointers are int64.
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from .errors import not_emulated

Array = np.ndarray[Any, np.dtype[Any]]

_TENSOR = re.compile(r"tensor<((?:\d+x)*)(.*)>")
_PLAIN = {
    "i1": np.bool_, "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64,
    "f16": np.float16, "f32": np.float32, "f64": np.float64, "index": np.int64,
}  # fmt: skip
_NARROW = {"bf16": np.uint16, "f8E5M2": np.uint8}  # as they lie in memory
_LARGEST_F8 = np.float16(57344.0)


@dataclass(frozen=True, kw_only=True)
class Type:
    """The type of a value: a scalar has the shape ()."""

    shape: tuple[int, ...]
    element: str  # as MLIR writes it

    @property
    def dtype(self) -> np.dtype[Any]:
        """What numpy computes with."""
        if self.element in _NARROW:
            return np.dtype(np.float32)
        return self.stored

    @property
    def stored(self) -> np.dtype[Any]:
        """What lies in memory."""
        if self.element.startswith("!tt.ptr"):
            return np.dtype(np.int64)
        found = _PLAIN.get(self.element) or _NARROW.get(self.element)
        if found is None:
            raise not_emulated(f"the type {self.element}")
        return np.dtype(found)

    @property
    def pointee(self) -> "Type":
        """The type that a pointer points to."""
        return Type(shape=self.shape, element=self.element.removeprefix("!tt.ptr<").removesuffix(">"))


@cache
def parse(text: str) -> Type:
    """Return a type from its text, such as `tensor<16x!tt.ptr<f32>>`."""
    if match := _TENSOR.fullmatch(text):
        return Type(shape=tuple(int(size) for size in match[1].split("x")[:-1]), element=match[2])
    return Type(shape=(), element=text)


@np.errstate(all="ignore")  # what overflows becomes infinity, as on a card
def rounded(values: Any, element: str, *, toward_zero: bool = False) -> Any:
    """Return numbers of any floating type in another one, each rounded once: to nearest even, or toward zero."""
    values = np.asarray(values)
    if element in _NARROW:
        narrow = _to_odd(values)
        return (
            _to_bf16(narrow, toward_zero=toward_zero) if element == "bf16" else _to_f8(narrow, toward_zero=toward_zero)
        )
    dtype = parse(element).dtype
    if not toward_zero or values.dtype.itemsize <= dtype.itemsize:
        return values.astype(dtype)
    nearest = values.astype(dtype)
    beyond = np.abs(nearest.astype(values.dtype)) > np.abs(values)
    return np.where(beyond, np.nextafter(nearest, dtype.type(0)), nearest)


def decoded(stored: Any, element: str) -> Any:
    """Return what lies in memory as numbers to compute with."""
    if element == "bf16":
        return (np.asarray(stored).astype(np.uint32) << 16).view(np.float32)
    if element == "f8E5M2":
        return (np.asarray(stored).astype(np.uint16) << 8).view(np.float16).astype(np.float32)
    return stored


def encoded(values: Any, element: str) -> Any:
    """Return numbers, which their type can hold, as they lie in memory."""
    if element == "bf16":
        raw = np.ascontiguousarray(values, np.float32).view(np.uint32)
        return (raw >> 16).astype(np.uint16).reshape(np.shape(values))
    if element == "f8E5M2":
        half = np.ascontiguousarray(values, np.float16).view(np.uint16)
        return (half >> 8).astype(np.uint8).reshape(np.shape(values))
    return values


def _to_odd(values: Array) -> Array:
    """Return float32 numbers that round further as the given ones would: inexact ones end in a bit that is set."""
    if values.dtype != np.float64:
        return values.astype(np.float32)
    near = values.astype(np.float32)
    exact = near.astype(np.float64)
    toward = np.where(np.abs(exact) > np.abs(values), np.nextafter(near, np.float32(0)), near)
    inexact = np.isfinite(values) & (exact != values)
    return np.where(inexact, (toward.view(np.uint32) | 1).view(np.float32), near)


def _to_bf16(values: Array, *, toward_zero: bool) -> Array:
    """Return float32 numbers without their last 16 bits; infinity and NaN stay what they are."""
    raw = np.ascontiguousarray(values).view(np.uint32).reshape(values.shape)
    bias = np.uint32(0) if toward_zero else np.uint32(0x7FFF) + ((raw >> np.uint32(16)) & np.uint32(1))
    kept = np.where(np.isnan(values), np.uint32(0x7FC00000), (raw + np.where(np.isinf(values), np.uint32(0), bias)))
    return (kept & np.uint32(0xFFFF0000)).view(np.float32)


def _to_f8(values: Array, *, toward_zero: bool) -> Array:
    """Return numbers of float8e5; what is too large becomes the largest one, as in the code for cards before sm_89."""
    size = np.minimum(np.abs(values), np.float32(_LARGEST_F8))
    # Its exponents are those of float16, down to its smallest number.
    step = np.exp2(np.maximum(np.frexp(size)[1] - 1, -14) - 2).astype(np.float32)
    units = np.trunc(size / step) if toward_zero else np.rint(size / step)
    return np.where(np.isnan(values), values, np.copysign(units * step, values)).astype(np.float32)
