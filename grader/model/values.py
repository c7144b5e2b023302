"""Values that cross the wall between the judge and a box."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Union

# Item size in bytes of every element type that may cross.
DTYPES = {
    "bool": 1, "int8": 1, "uint8": 1, "int16": 2, "uint16": 2, "int32": 4, "uint32": 4, "int64": 8, "uint64": 8,
    "float16": 2, "float32": 4, "float64": 8,
}  # fmt: skip

# Letter of each of them in the module struct.
LETTERS = {
    "bool": "?", "int8": "b", "uint8": "B", "int16": "h", "uint16": "H", "int32": "i", "uint32": "I", "int64": "q",
    "uint64": "Q", "float16": "e", "float32": "f", "float64": "d",
}  # fmt: skip

# Families that values are drawn from: those of grader/harness/families.py, which may not be imported here.
FAMILIES = (
    "odd13", "signs", "uniform", "normal", "large", "huge_range", "negative", "duplicates", "equal", "one_hot",
    "sorted", "reversed", "special", "arange", "zeros", "ones",
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Array:
    """A dense array in C order, as raw little-endian bytes."""

    dtype: str  # a key of DTYPES
    shape: tuple[int, ...]
    data: bytes  # itemsize * product of shape, in bytes

    def __post_init__(self) -> None:
        size = DTYPES[self.dtype]
        for length in self.shape:
            size *= length
        if size != len(self.data):
            raise ValueError(f"{self.dtype} array of shape {self.shape} needs {size} bytes, got {len(self.data)}")


Scalar = None | bool | int | float | str
Value = Union[Scalar, Array, Sequence["Value"], Mapping[str, "Value"]]  # noqa: UP007 - a recursive alias needs Union here
