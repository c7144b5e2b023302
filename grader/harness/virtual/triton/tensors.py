"""Operations that make tensors, or move their elements, and products of matrices."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from .elementwise import operand_types, result_type
from .kinds import Type, decoded, parse, rounded
from .syntax import Operation

Function = Callable[..., Any]
_NUMBER = re.compile(r"-?\d+")


def integer(operation: Operation, name: str) -> int:
    """Return an attribute, as in `{axis = 1 : i32}`."""
    match = re.search(rf"\b{name} = (-?\d+)", operation.text)
    assert match, f"{operation.name} has the attribute {name}"
    return int(match[1])


def tensors(operation: Operation) -> Function | None:
    """Return what an operation does to the arrays that it takes; None when it is none of these."""
    make = _MAKERS.get(operation.name)
    return make(operation, result_type(operation)) if make else None


def constant(text: str, kind: Type) -> Any:
    """Return the value that a constant's text stands for."""
    text = text.removeprefix("dense<").removesuffix(">")
    if text.startswith('"0x'):
        raw = np.frombuffer(bytes.fromhex(text.strip('"')[2:]), kind.stored).reshape(kind.shape)
        return decoded(raw, kind.element)
    if text.startswith("["):
        numbers = [_scalar(part, kind) for part in re.findall(r"[^\s,\[\]]+", text)]
        return np.array(numbers, kind.dtype).reshape(kind.shape)
    return np.full(kind.shape, _scalar(text, kind), kind.dtype)


def _scalar(text: str, kind: Type) -> Any:
    if text in {"true", "false"}:
        return text == "true"
    if text.startswith("0x") and kind.element[0] in "bf":
        width = kind.stored.itemsize
        return decoded(np.array(int(text, 16), f"u{width}").view(kind.stored), kind.element)
    return kind.dtype.type(float(text) if kind.dtype.kind == "f" else int(text))


def _histogram(values: Any, mask: Any, kind: Type) -> Any:
    counted = (values >= 0) & (values < kind.shape[0])
    counted = counted if mask is None else counted & mask
    return np.bincount(values[counted], minlength=kind.shape[0]).astype(kind.dtype)


def _product(operation: Operation, kind: Type) -> Function:
    element = parse(operand_types(operation.types.replace(" * ", ", "))[0]).element
    as_tf32 = element == "f32" and "inputPrecision = tf32 " in operation.text + " "
    # Whole numbers of 8 bits and their sums are exact in float64; float16 products are exact in float32.
    wide = np.float64 if element in {"i8", "f64"} else np.float32

    def product(a: Any, b: Any, c: Any) -> Any:
        if as_tf32:
            a, b = _as_tf32(a), _as_tf32(b)
        found = np.matmul(a.astype(wide), b.astype(wide))
        if kind.element == "f16":  # summed up in float32, rounded at the end
            return rounded(found + c.astype(wide), "f16")
        return found.astype(kind.dtype) + c

    return product


def _as_tf32(values: Any) -> Any:
    """Return what a tensor core of sm_80 reads of float32 numbers: it ignores their last 13 bits."""
    return (np.ascontiguousarray(values).view(np.uint32) & np.uint32(0xFFFFE000)).view(np.float32)


def _always(value: Any) -> Function:
    return lambda: value


def _along(function: Function) -> Callable[[Operation, Type], Function]:
    """Return what makes a function that takes the operation's axis last."""

    def make(operation: Operation, _kind: Type) -> Function:
        axis = integer(operation, "axis")
        return lambda *values: function(*values, axis)

    return make


def _range(operation: Operation, kind: Type) -> Function:
    return _always(np.arange(integer(operation, "start"), integer(operation, "end"), dtype=kind.dtype))


def _transposed(operation: Operation, _kind: Type) -> Function:
    order = [int(number) for number in _NUMBER.findall(operation.text.partition("array<i32:")[2])]
    return lambda x: x.transpose(order)


def _moved(operation: Operation, _kind: Type) -> Function:
    size = parse(operand_types(operation.types)[0]).pointee.stored.itemsize
    return lambda pointer, offset: pointer + np.asarray(offset).astype(np.int64) * size


_MAKERS: Mapping[str, Callable[[Operation, Type], Function]] = {
    "arith.constant": lambda operation, kind: _always(constant(operation.text, kind)),
    "ub.poison": lambda _, kind: _always(np.zeros(kind.shape, kind.dtype)),
    "tt.make_range": _range,
    "tt.splat": lambda _, kind: lambda x: np.full(kind.shape, x, kind.dtype),
    "tt.broadcast": lambda _, kind: lambda x: np.broadcast_to(x, kind.shape),
    "tt.unsplat": lambda _, kind: lambda x: x.reshape(kind.shape),
    "tt.expand_dims": _along(np.expand_dims),
    "tt.reshape": lambda _, kind: lambda x: x.reshape(kind.shape),
    "tt.trans": _transposed,
    "tt.join": lambda _operation, _kind: lambda a, b: np.stack((a, b), axis=-1),
    "tt.split": lambda _operation, _kind: lambda x: (x[..., 0], x[..., 1]),
    "tt.cat": lambda _operation, _kind: lambda a, b: np.concatenate((a, b)),
    "tt.gather": _along(np.take_along_axis),
    "tt.histogram": lambda _, kind: lambda x, mask=None: _histogram(x, mask, kind),
    "tt.addptr": _moved,
    "tt.dot": _product,
}
