"""When a value is right: exactly equal, within an author's tolerance, or within the error of an honest calculation."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grader.model.values import Array, Value

if TYPE_CHECKING:
    import numpy as np

    Values = np.ndarray[Any, Any]

UNIT = ".unit"  # ends the name of what an oracle returns beside a result: its unit of error
UNITS = 64  # of error, in epsilons
PRINTED = "stdout"  # what an oracle calls the text that is to be printed


@dataclass(frozen=True, kw_only=True)
class Rule:
    """How far off a value may be.

    * With a tolerance of the author's: by `atol`, and by the share `rtol` of the right value besides.
    * Else, where the oracle returns `<name>.unit` beside `<name>`, by 64·ε·unit, with ε of the result's type. For a sum
      of K products a·b the unit is √K·‖a∘b‖₂ (of each element, in float64): sums in float32 stay below 1.1 ε·unit
      for data around zero, in any order, and below 20 ε·unit for positive data in the worst order, up to K = 4096;
      inputs rounded to TF32 or float16 are off by 127 ε·unit and more, bfloat16 by 1100, sums in float16 by 7000 (all
      measured). So the limit has room above what is honest, and lies below what is cheap; it does so up to K = 4096.
    * Else by nothing: both must be equal.

    NaN never matches, unless both are NaN and `allow_nan` is set.
    """

    rtol: float = 0.0
    atol: float = 0.0
    allow_nan: bool = False

    def wrong(self, got: "Values", want: "Values", unit: "Values | None" = None, dtype: str = "float32") -> "Values":
        """Return which values are wrong.

        Args:
            got: of the same shape as `want`.
            want: what is right.
            unit: of error, of that shape, or None.
            dtype: type of the result; what is no floating-point type counts as float32.

        Raises:
            ValueError: a right value is not finite, and that is not allowed; or a unit is not.
        """
        import numpy as np

        if not self.allow_nan and not np.isfinite(want).all():
            raise ValueError("the oracle gave a value that is not finite")
        close = got == want
        if self.allow_nan and "f" in {got.dtype.kind, want.dtype.kind}:
            close |= np.isnan(got) & np.isnan(want)
        limit = self._limit(want, unit, dtype)
        if limit is not None:
            with np.errstate(invalid="ignore", over="ignore"):
                close |= np.abs(got.astype(np.float64) - want.astype(np.float64)) <= limit
        return np.asarray(~close)

    def _limit(self, want: "Values", unit: "Values | None", dtype: str) -> "Values | None":
        import numpy as np

        if self.rtol or self.atol:
            finite = np.where(np.isfinite(want), want, 0).astype(np.float64)
            return np.asarray(self.atol + self.rtol * np.abs(finite))
        if unit is None:
            return None
        if not np.isfinite(unit).all() or (unit < 0).any():
            raise ValueError("the oracle gave a unit of error that is negative or not finite")
        eps = np.finfo(dtype if dtype.startswith("float") else "float32").eps
        return np.asarray(UNITS * float(eps) * unit.astype(np.float64))


def results(expected: Mapping[str, Value]) -> Mapping[str, Value]:
    """Return what the oracle expects of results: without the units of error, and what is to be printed."""
    return {name: value for name, value in expected.items() if not name.endswith(UNIT) and name != PRINTED}


def array(value: Value) -> "Values | None":
    """Return an array or a number as a numpy array; None for anything else."""
    import numpy as np

    if isinstance(value, Array):
        return np.frombuffer(value.data, value.dtype).reshape(value.shape)
    if isinstance(value, int) and value.bit_length() > 63:
        return np.array(float(value))  # numpy would keep it as an object
    return np.array(value) if isinstance(value, bool | int | float) else None


def kind(value: Value) -> str:
    """Return what Python calls a value."""
    return {"Array": "array", "NoneType": "None"}.get(type(value).__name__, type(value).__name__)
