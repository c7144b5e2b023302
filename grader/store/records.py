"""The model's records as JSON; the arrays in them lie wherever the caller keeps arrays."""

import math
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Protocol

from grader.model.text import Text
from grader.model.values import Array, Scalar, Value

if TYPE_CHECKING:
    from cattrs import Converter


class Arrays(Protocol):
    """Keeps the bytes of arrays."""

    def put(self, data: bytes) -> str:
        """Keep bytes, and return the key under which they lie. Raises OSError."""

    def get(self, key: str) -> bytes:
        """Return what lies under a key. Raises OSError or KeyError where there is nothing."""


def converter(arrays: Arrays) -> "Converter":
    """Return a converter of the model's records, which refuses keys that they do not have."""
    from cattrs import Converter

    found, values, plain = Converter(forbid_extra_keys=True), _Values(arrays), (Value, Scalar, object)
    found.register_unstructure_hook(Decimal, str)
    found.register_structure_hook(Decimal, lambda text, _hint: Decimal(text))
    found.register_unstructure_hook_func(lambda hint: hint in plain, values.encode)
    found.register_structure_hook_func(lambda hint: hint in plain, lambda value, _hint: values.decode(value))
    return found


class _Values:
    """Values, and the options of checks, as JSON has them."""

    def __init__(self, arrays: Arrays) -> None:
        self._arrays = arrays

    def encode(self, value: Any) -> Any:
        if isinstance(value, Array):
            return {"$array": self._arrays.put(value.data), "dtype": value.dtype, "shape": list(value.shape)}
        if isinstance(value, Mapping):
            return {key: self.encode(item) for key, item in value.items()}
        if isinstance(value, Sequence) and not isinstance(value, str):
            return [self.encode(item) for item in value]
        return _tagged(value)

    def decode(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self.decode(item) for item in value]
        if not isinstance(value, dict):
            return value
        if "$array" in value:
            data = self._arrays.get(value["$array"])
            return Array(dtype=value["dtype"], shape=tuple(value["shape"]), data=data)
        for tag in _UNTAGGED.keys() & value.keys():
            return _UNTAGGED[tag](value[tag])
        return {key: self.decode(item) for key, item in value.items()}


_UNTAGGED: Mapping[str, Callable[[Any], object]] = {
    "$text": lambda texts: Text(**texts),
    "$decimal": Decimal,
    "$float": float,
}


def _tagged(value: Any) -> Any:
    """Return what JSON cannot say by itself as a mapping with a tag, and anything else as it is."""
    if isinstance(value, Text):
        return {"$text": {"bn": value.bn, "en": value.en}}
    if isinstance(value, Decimal):
        return {"$decimal": str(value)}
    return {"$float": str(value)} if isinstance(value, float) and not math.isfinite(value) else value
