"""Functions of NVIDIA's libdevice, by numpy and torch. Source: the libdevice user's guide."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import torch

from .elementwise import by_torch, result_type
from .errors import not_emulated
from .syntax import Operation

_FLOATS: Mapping[str, Callable[..., Any]] = {
    "acos": np.arccos, "acosh": np.arccosh, "asin": np.arcsin, "asinh": np.arcsinh, "atan": np.arctan,
    "atan2": np.arctan2, "atanh": np.arctanh, "cbrt": np.cbrt, "ceil": np.ceil, "copysign": np.copysign,
    "cos": np.cos, "cosh": np.cosh, "cospi": lambda x: np.cos(np.pi * np.fmod(x, 2)), "erf": by_torch(torch.erf),
    "erfc": by_torch(torch.erfc), "erfinv": by_torch(torch.erfinv), "exp": np.exp, "exp10": lambda x: np.power(10, x),
    "exp2": np.exp2, "expm1": np.expm1, "fabs": np.abs, "floor": np.floor, "fmax": np.fmax, "fmin": np.fmin,
    "fmod": np.fmod, "hypot": np.hypot, "j0": by_torch(torch.special.bessel_j0),
    "j1": by_torch(torch.special.bessel_j1), "lgamma": by_torch(torch.lgamma), "log": np.log, "log10": np.log10,
    "log1p": np.log1p, "log2": np.log2, "nearbyint": np.rint, "pow": np.power,
    "remainder": lambda x, y: x - np.rint(x / y) * y,
    "rint": np.rint, "round": lambda x: np.copysign(np.floor(np.abs(x) + 0.5), x), "rsqrt": lambda x: 1 / np.sqrt(x),
    "saturatef": lambda x: np.nan_to_num(np.clip(x, 0, 1), nan=0.0), "sin": np.sin, "sinh": np.sinh,
    "sinpi": lambda x: np.sin(np.pi * np.fmod(x, 2)), "sqrt": np.sqrt, "tan": np.tan, "tanh": np.tanh,
    "trunc": np.trunc, "y0": by_torch(torch.special.bessel_y0), "y1": by_torch(torch.special.bessel_y1),
    "fast_cosf": np.cos, "fast_expf": np.exp, "fast_exp10f": lambda x: np.power(10, x), "fast_log2f": np.log2,
    "fast_logf": np.log, "fast_log10f": np.log10, "fast_powf": np.power, "fast_sinf": np.sin, "fast_tanf": np.tan,
    "fast_fdividef": np.divide, "normcdf": by_torch(torch.special.ndtr),
}  # fmt: skip
_INTEGERS: Mapping[str, Callable[..., Any]] = {
    "abs": np.abs, "llabs": np.abs, "max": np.maximum, "min": np.minimum,
    "popc": lambda x: _bits(x).sum(axis=0), "popcll": lambda x: _bits(x).sum(axis=0),
    "isnanf": np.isnan, "isnand": np.isnan, "isinff": np.isinf, "isinfd": np.isinf, "finitef": np.isfinite,
    "isfinited": np.isfinite, "signbitf": np.signbit, "signbitd": np.signbit,
}  # fmt: skip


def library(operation: Operation) -> Callable[..., Any] | None:
    """Return the function that an operation calls; None when it calls none."""
    if operation.name == "tt.elementwise_inline_asm":
        raise not_emulated("inline assembly")
    if operation.name != "tt.extern_elementwise":
        return None
    match = re.search(r'symbol = "(?:__nv_)?(\w+)"', operation.text)
    symbol = match[1] if match else ""
    function = _FLOATS.get(symbol) or _INTEGERS.get(symbol) or _FLOATS.get(symbol.removesuffix("f"))
    if function is None:
        raise not_emulated(f"libdevice's {symbol}")
    dtype = result_type(operation).dtype
    return lambda *values: np.asarray(function(*values)).astype(dtype)


def _bits(values: Any) -> Any:
    places = np.arange(8 * np.asarray(values).dtype.itemsize).reshape(-1, *[1] * np.ndim(values))
    return np.asarray(values)[None] >> places.astype(np.asarray(values).dtype) & 1
