"""How training has changed a vector of parameters, beside how it should have."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from grader.checks._runs import ended, finding
from grader.model.evidence import Run
from grader.model.values import Array, Value
from grader.model.verdict import Finding, Status

if TYPE_CHECKING:
    import numpy as np

    Vector = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True, kw_only=True)
class Update:
    """A vector before and after training, as float64."""

    start: "Vector"
    got: "Vector"

    @classmethod
    def of(cls, run: Run, name: str) -> Self | Finding:
        """Return the update of the input and output of a name, or the failure of a run that has no such output."""
        if fault := ended(run):
            return fault
        start, got = run.inputs[name], run.outputs.get(name)
        if got is None:
            return finding(run, Status.FAIL, "output.missing", name=name)
        if not isinstance(got, Array):
            return finding(run, Status.FAIL, "output.not-an-array", name=name, got=type(got).__name__)
        assert isinstance(start, Array), "the author's"
        if got.shape != start.shape:
            return finding(
                run, Status.FAIL, "output.wrong-shape", name=name, expected=str(start.shape), got=str(got.shape)
            )
        return cls(start=vector(start), got=vector(got))

    @property
    def broken(self) -> int:
        """How many values are no finite numbers any more."""
        import numpy as np

        return int((~np.isfinite(self.got)).sum())

    @property
    def unchanged(self) -> bool:
        """Whether training has changed nothing at all."""
        return bool((self.got == self.start).all())

    @property
    def halved(self) -> bool:
        """Whether every value is one of float16, or every value one of bfloat16: nothing finer was ever stored."""
        import numpy as np

        with np.errstate(over="ignore"):
            fp16 = (self.got == self.got.astype(np.float16)).all()
            # A bfloat16 is the upper half of a float32.
            bf16 = (self.got.astype(np.float32).view(np.uint32) & 0xFFFF == 0).all()
        return bool(fp16 or bf16)

    def off(self, right: "Vector") -> float:
        """Return the distance to where training should have led, as a share of the way there; finite values only."""
        import numpy as np

        with np.errstate(over="ignore"):
            return float(np.linalg.norm(self.got - right) / np.linalg.norm(right - self.start))

    def ratio(self, right: "Vector") -> float:
        """Return the length of the way, as a multiple of the right one's; finite values only."""
        import numpy as np

        with np.errstate(over="ignore"):
            return float(np.linalg.norm(self.got - self.start) / np.linalg.norm(right - self.start))


def vector(value: Value) -> "Vector":
    """Return an array as a flat float64 vector. Raises TypeError for anything else."""
    import numpy as np

    if not isinstance(value, Array):
        raise TypeError(f"expected an array, got {type(value).__name__}")
    return np.frombuffer(value.data, value.dtype).astype(np.float64)
