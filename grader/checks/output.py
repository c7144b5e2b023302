"""The results are right; where they are not, their pattern tells what kind of mistake it is."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from grader.checks import _patterns as patterns
from grader.checks._runs import ended, finding, pairs
from grader.model.evidence import Probe, Run
from grader.model.units import Share
from grader.model.values import DTYPES, Array, Value
from grader.model.verdict import Finding, Status
from grader.ports import Seen

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True, kw_only=True)
class OutputCheck:
    """Passes when every result equals the expected one, on every case."""

    probes: ClassVar[frozenset[Probe]] = frozenset()
    relative: Share = 0.0  # how far off a value may be, as a share of the expected one; 0% compares exactly
    absolute: float = 0.0  # how far off it may be besides
    dtype: str = ""  # element type that the results must have; empty for any
    roles: tuple[str, ...] = ()  # roles of the cases it looks at; the ordinary ones when left out
    instead: Mapping[str, str] = field(default_factory=dict)  # message code -> one that explains it better here

    def __post_init__(self) -> None:
        if self.dtype and self.dtype not in DTYPES:
            raise ValueError(f"dtype: expected one of {', '.join(DTYPES)}, got {self.dtype!r}")

    def judge(self, seen: Seen) -> Iterator[Finding]:
        """Judge the results of every case that it looks at."""
        for run, expected in pairs(seen, self.roles):
            yield ended(run) or self._compared(run, expected)

    def _compared(self, run: Run, expected: Mapping[str, Value]) -> Finding:
        for name in run.changed:
            return finding(run, Status.FAIL, "output.input-changed", name=name)
        for name, right in expected.items():
            found = self._fault(name, right, run)
            if found:
                code, params = found
                return finding(run, Status.FAIL, self.instead.get(code, code), name=name, **params)
        return finding(run, Status.PASS)

    def _fault(self, name: str, right: Value, run: Run) -> patterns.Pattern | None:
        got, before = run.outputs.get(name), run.inputs.get(name)
        if got is None:
            return "output.missing", {}
        wanted, given = _array(right), _array(got)
        if wanted is None:
            raise TypeError(f"the oracle's {name} is neither an array nor a number")
        if given is None:
            return "output.not-an-array", {"got": _kind(got)}
        if given.shape != wanted.shape:
            return "output.wrong-shape", {"expected": str(wanted.shape), "got": str(given.shape)}
        if self.dtype and isinstance(got, Array) and got.dtype != self.dtype:
            return "output.wrong-dtype", {"expected": self.dtype, "got": got.dtype}
        wrong = ~self._close(given, wanted)
        return patterns.name(given, wanted, wrong, _array(before)) if wrong.any() else None

    def _close(self, given: "np.ndarray[Any, Any]", wanted: "np.ndarray[Any, Any]") -> "np.ndarray[Any, Any]":
        import numpy as np

        if not np.isfinite(wanted).all():
            raise ValueError("the oracle gave a value that is not finite")
        if not self.relative and not self.absolute:
            return np.asarray(given == wanted)
        with np.errstate(invalid="ignore", over="ignore"):
            off = np.abs(given.astype(np.float64) - wanted.astype(np.float64))
            return np.asarray(off <= self.absolute + self.relative * np.abs(wanted.astype(np.float64)))


def _array(value: Value) -> "np.ndarray[Any, Any] | None":
    """Return an array or a number as a numpy array; None for anything else."""
    import numpy as np

    if isinstance(value, Array):
        return np.frombuffer(value.data, value.dtype).reshape(value.shape)
    if isinstance(value, int) and value.bit_length() > 63:
        return np.array(float(value))  # numpy would keep it as an object
    return np.array(value) if isinstance(value, bool | int | float) else None


def _kind(value: Value) -> str:
    """Return what Python calls a value."""
    return {"Array": "array", "NoneType": "None"}.get(type(value).__name__, type(value).__name__)
