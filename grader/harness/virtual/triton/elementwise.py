"""Operations on each element: arithmetic, comparisons, conversions, elementary functions.

Integers of MLIR have no sign: an operation that takes them as unsigned says so in its name.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import torch

from .errors import not_emulated
from .kinds import Type, decoded, encoded, parse, rounded
from .syntax import Operation

Function = Callable[..., Any]


def unsigned(values: Any) -> Any:
    """Return the same bits as unsigned integers."""
    dtype = np.asarray(values).dtype
    return values if dtype.kind in "bu" else np.asarray(values).view(f"u{dtype.itemsize}")


def signed(values: Any) -> Any:
    """Return the same bits as signed integers."""
    dtype = np.asarray(values).dtype
    return np.asarray(values).view(f"i{dtype.itemsize}") if dtype.kind == "u" else values


def _of_unsigned(function: Function) -> Function:
    return lambda *values: signed(function(*map(unsigned, values)))


def _or_of_bits(function: Function, of_bits: Function) -> Function:
    """Return a function that computes with single bits in another way: numpy's booleans do not wrap around."""
    return lambda a, b: of_bits(a, b) if np.asarray(a).dtype == np.bool_ else function(a, b)


def _divided(a: Any, b: Any) -> Any:
    """Return the quotient rounded toward zero."""
    quotient = a // b
    return quotient + ((quotient * b != a) & ((a < 0) != (b < 0))).astype(np.asarray(a).dtype)


def _high_product(a: Any, b: Any) -> Any:
    a, b = unsigned(a), unsigned(b)
    if a.dtype.itemsize < 8:
        return signed(((a.astype(np.uint64) * b.astype(np.uint64)) >> np.uint64(8 * a.dtype.itemsize)).astype(a.dtype))
    half, low = np.uint64(32), np.uint64(0xFFFFFFFF)
    middle = (a & low) * (b >> half) + (((a & low) * (b & low)) >> half)
    other = (a >> half) * (b & low) + (middle & low)
    return signed((a >> half) * (b >> half) + (middle >> half) + (other >> half))


def by_torch(function: Callable[..., torch.Tensor]) -> Function:
    """Return a function of torch's as one of numpy's arrays."""

    def call(*values: Any) -> Any:
        return function(*(torch.from_numpy(np.array(value)) for value in values)).numpy()

    return call


def fused(a: Any, b: Any, c: Any) -> Any:
    """Return a * b + c, rounded once."""
    if np.asarray(c).dtype == np.float64:
        return by_torch(torch.addcmul)(c, a, b)
    # A product of two float32 is exact in float64. The sum then is rounded to odd, so that the last rounding is right.
    product, addend = np.asarray(a, np.float64) * np.asarray(b, np.float64), np.asarray(c, np.float64)
    total = product + addend
    virtual = total - product
    error = (product - (total - virtual)) + (addend - virtual)
    even = np.asarray(total).view(np.int64) & 1 == 0
    inexact = np.isfinite(total) & np.isfinite(error) & (error != 0) & even
    return np.where(inexact, np.nextafter(total, np.where(error > 0, np.inf, -np.inf)), total)


_BINARY: Mapping[str, Function] = {
    "arith.addi": _or_of_bits(np.add, np.bitwise_xor),
    "arith.subi": _or_of_bits(np.subtract, np.bitwise_xor),
    "arith.muli": _or_of_bits(np.multiply, np.bitwise_and),
    "arith.divsi": _divided,
    "arith.divui": _of_unsigned(np.floor_divide),
    "arith.remsi": np.fmod,
    "arith.remui": _of_unsigned(np.fmod),
    "arith.andi": np.bitwise_and,
    "arith.ori": np.bitwise_or,
    "arith.xori": np.bitwise_xor,
    "arith.shli": np.left_shift,
    "arith.shrsi": np.right_shift,
    "arith.shrui": _of_unsigned(np.right_shift),
    "arith.maxsi": np.maximum,
    "arith.minsi": np.minimum,
    "arith.maxui": _of_unsigned(np.maximum),
    "arith.minui": _of_unsigned(np.minimum),
    "tt.mulhiui": _high_product,
    "math.absi": np.abs,
    "arith.addf": np.add,
    "arith.subf": np.subtract,
    "arith.mulf": np.multiply,
    "arith.divf": np.divide,
    "tt.precise_divf": np.divide,
    "arith.remf": np.fmod,
    "arith.negf": np.negative,
    "arith.maxnumf": np.fmax,
    "arith.minnumf": np.fmin,
    "arith.maximumf": np.maximum,
    "arith.minimumf": np.minimum,
    "math.absf": np.abs,
    "math.ceil": np.ceil,
    "math.cos": np.cos,
    "math.erf": by_torch(torch.erf),
    "math.exp": np.exp,
    "math.exp2": np.exp2,
    "math.floor": np.floor,
    "math.fma": fused,
    "math.log": np.log,
    "math.log2": np.log2,
    "math.rsqrt": lambda x: 1 / np.sqrt(x),
    "math.sin": np.sin,
    "math.sqrt": np.sqrt,
    "tt.precise_sqrt": np.sqrt,
}

_ORDERED: Mapping[str, Function] = {
    "eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal, "gt": np.greater, "ge": np.greater_equal
}  # fmt: skip


def elementwise(operation: Operation) -> Function | None:
    """Return what an operation does to the arrays that it takes; None when it is none of these."""
    kind = result_type(operation)
    if (function := _BINARY.get(operation.name)) is not None:
        return _rounding(function, kind)
    match operation.name:
        case "arith.cmpi":
            return _compared_integers(operation.text.partition(",")[0])
        case "arith.cmpf":
            return _compared_floats(operation.text.partition(",")[0])
        case "arith.select":
            return np.where
        case "tt.clampf":
            low, high = (np.fmax, np.fmin) if "propagateNan = none" in operation.text else (np.maximum, np.minimum)
            return lambda x, least, most: high(low(x, least), most)
        case _:
            return _conversion(operation, kind)


def result_type(operation: Operation) -> Type:
    """Return the type of the (first) result."""
    text = operation.types
    for mark in (" -> ", " to "):
        if mark in text:
            return parse(_first(text.rpartition(mark)[2].strip("()")))
    return parse(operand_types(text)[-1]) if text else parse("i1")


def operand_types(text: str) -> list[str]:
    """Return the types before an arrow, apart."""
    found, depth, start = [], 0, 0
    text = text.partition(" -> ")[0].strip("()")
    for at, letter in enumerate(text):
        depth += (letter in "<(") - (letter in ">)")
        if letter == "," and depth == 0:
            found.append(text[start:at].strip())
            start = at + 1
    return [*found, text[start:].strip()]


def _first(text: str) -> str:
    return operand_types(text)[0]


def _rounding(function: Function, kind: Type) -> Function:
    # Of these, numpy has no type, or `fused` gives more than the type can hold.
    if kind.element in {"bf16", "f8E5M2"} or (function is fused and kind.element != "f64"):
        return lambda *values: rounded(function(*values), kind.element)
    return function


def _compared_integers(predicate: str) -> Function:
    if predicate in {"eq", "ne"}:
        return _ORDERED[predicate]
    compare = _ORDERED[predicate[1:]]
    return compare if predicate[0] == "s" else lambda a, b: compare(unsigned(a), unsigned(b))


def _compared_floats(predicate: str) -> Function:
    match predicate:
        case "ord" | "uno":
            wanted = predicate == "uno"
            return lambda a, b: (np.isnan(a) | np.isnan(b)) == wanted
        case "one":
            return lambda a, b: (a != b) & ~(np.isnan(a) | np.isnan(b))
        case "une":
            return np.not_equal
        case _ if predicate[0] == "o":
            return _ORDERED[predicate[1:]]
        case _:
            compare = _ORDERED[predicate[1:]]
            return lambda a, b: compare(a, b) | np.isnan(a) | np.isnan(b)


def _conversion(operation: Operation, kind: Type) -> Function | None:
    make = _CONVERSIONS.get(operation.name)
    return make(operation, kind) if make else None


def _narrowed(kind: Type) -> Function:
    # Of a single bit, the lowest one counts, not whether there is any.
    return lambda x: (np.asarray(x) & 1 if kind.element == "i1" else np.asarray(x)).astype(kind.dtype)


def _other_float(operation: Operation, kind: Type) -> Function:
    toward_zero = "rounding = rtz" in operation.text
    return lambda x: rounded(x, kind.element, toward_zero=toward_zero)


def _unsigned_integer(_operation: Operation, kind: Type) -> Function:
    dtype = np.dtype(f"u{kind.dtype.itemsize}")
    return lambda x: signed(_to_integer(x, dtype))


def _bitcast(operation: Operation, kind: Type) -> Function:
    source = parse(_first(operation.types.replace(" to ", " -> ")))
    return lambda x: _same_bits(x, source, kind)


def _from_bit(values: Any) -> Any:
    """Return integers to extend by their sign: that of a single bit is the bit itself."""
    values = np.asarray(values)
    return -values.astype(np.int8) if values.dtype == np.bool_ else values


def _integer_to_float(values: Any, kind: Type) -> Any:
    if kind.element in {"bf16", "f8E5M2", "f16"}:  # by way of float64, which holds all but the largest
        return rounded(values.astype(np.float64), kind.element)
    return values.astype(kind.dtype)


def _to_integer(values: Any, dtype: np.dtype[Any]) -> Any:
    """Return numbers cut toward zero; what does not fit becomes the nearest that does, and NaN becomes 0, as by PTX."""
    limits = np.iinfo(dtype)
    wide = np.trunc(np.asarray(values, np.float64))
    low, high = wide <= float(limits.min), wide >= float(limits.max)
    inside = np.where(low | high | np.isnan(wide), 0.0, wide).astype(dtype)
    return np.where(low, limits.min, np.where(high, limits.max, inside)).astype(dtype)


def _same_bits(values: Any, source: Type, kind: Type) -> Any:
    if source.stored.itemsize != kind.stored.itemsize:
        raise not_emulated(f"a bitcast from {source.element} to {kind.element}")
    stored = np.ascontiguousarray(encoded(values, source.element)).reshape(np.shape(values))
    return decoded(stored.view(kind.stored), kind.element)


_CONVERSIONS: Mapping[str, Callable[[Operation, Type], Function]] = {
    "arith.extf": _other_float,
    "arith.truncf": _other_float,
    "tt.fp_to_fp": _other_float,
    "arith.extsi": lambda _, kind: lambda x: _from_bit(x).astype(kind.dtype),
    "arith.index_cast": lambda _, kind: lambda x: _from_bit(x).astype(kind.dtype),
    "arith.extui": lambda _, kind: lambda x: np.asarray(unsigned(x)).astype(kind.dtype),
    "arith.trunci": lambda _, kind: _narrowed(kind),
    "arith.sitofp": lambda _, kind: lambda x: _integer_to_float(_from_bit(x), kind),
    "arith.uitofp": lambda _, kind: lambda x: _integer_to_float(np.asarray(unsigned(x)), kind),
    "arith.fptosi": lambda _, kind: lambda x: _to_integer(x, kind.dtype),
    "arith.fptoui": _unsigned_integer,
    "tt.bitcast": _bitcast,
    "arith.bitcast": _bitcast,
    "tt.int_to_ptr": lambda _operation, _kind: lambda x: np.asarray(x).astype(np.int64),
    "tt.ptr_to_int": lambda _operation, _kind: lambda x: np.asarray(x).astype(np.int64),
}
