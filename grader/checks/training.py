"""Training leads to where the oracle's training leads; where it does not, a known mistake that leads there is named."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from grader.checks._runs import finding, pairs
from grader.checks._updates import Update, vector
from grader.model.evidence import Probe, Run
from grader.model.units import Share
from grader.model.values import Array, Value
from grader.model.verdict import Finding, Status
from grader.ports import Seen

if TYPE_CHECKING:
    import numpy as np

ROUNDING = 1e-4  # relative, of a result in FP32 beside one in float64: a thousand of its roundings


@dataclass(frozen=True, kw_only=True)
class TrainingCheck:
    """Passes when the trained parameters agree with the oracle's, on every case.

    Beside the right vector the oracle gives those of trainings with well-known mistakes, under names of their own. With
    `skipped` a case has a batch whose scaled gradients overflow in FP16: it costs one step and half of the scale, and
    nothing else, or it does not overflow at all. The entry then returns the `scale` of its GradScaler as well, None
    where there is none.
    """

    probes: ClassVar[frozenset[Probe]] = frozenset()
    public: ClassVar[bool] = True
    of: str = "parameters"  # name of the vector, as an input before training and as a result after it
    within: Share = 0.02  # how far off the parameters may be, as a share of the length of the right update
    at_least: Share = 0.0  # how far off they must be: nothing that is computed in low precision comes closer
    mistakes: Mapping[str, str] = field(default_factory=dict)  # an oracle's vector of a mistake -> code
    beside: Mapping[str, str] = field(default_factory=dict)  # another result that must equal the oracle's -> code
    skipped: str = ""  # the oracle's vector without the batch that overflows in FP16, where the cases have one
    unchanged: str = "amp.unchanged"  # code for parameters that are still where they began
    broken: str = "amp.not-finite"  # code for parameters that are no finite numbers any more
    otherwise: str = "amp.wrong-update"  # code where no known mistake leads to the same parameters
    roles: tuple[str, ...] = ()  # roles of the cases it looks at; the ordinary ones when left out

    def judge(self, seen: Seen) -> Iterator[Finding]:
        """Judge what training has left, on every case that it looks at."""
        for run, expected in pairs(seen, self.roles):
            update = Update.of(run, self.of)
            yield update if isinstance(update, Finding) else self._compared(run, update, expected)

    def _compared(self, run: Run, update: Update, expected: Mapping[str, Value]) -> Finding:
        if update.broken:
            return finding(run, Status.FAIL, self.broken, bad=update.broken, total=len(update.got))
        if self.skipped and update.off(vector(expected[self.skipped])) <= self.within:
            return _halved(run)
        right = vector(expected[self.of])
        off = update.off(right)
        code = self._code(update, off, expected)
        if code in {"", self.otherwise} and (other := self._differing(run, expected)):
            return other
        if code:
            apart = {"apart": off, "least": self.at_least, "most": self.within, "ratio": update.ratio(right)}
            return finding(run, Status.FAIL, code, scale=run.inputs.get("init_scale", 1.0), **apart)
        return _kept(run) if self.skipped else finding(run, Status.PASS)

    def _code(self, update: Update, off: float, expected: Mapping[str, Value]) -> str:
        """Return what is wrong; nothing where nothing is."""
        if update.unchanged:
            return self.unchanged
        if self.at_least and update.halved:
            return "amp.half-parameters"
        if off <= self.within:
            return "amp.no-autocast" if off < self.at_least else ""
        likely = {name: update.off(vector(expected[name])) for name in self.mistakes}
        nearest = min(likely, key=lambda name: likely[name], default="")
        return self.mistakes[nearest] if nearest and likely[nearest] <= self.within else self.otherwise

    def _differing(self, run: Run, expected: Mapping[str, Value]) -> Finding | None:
        """Return the failure of the first other result that is not the oracle's."""
        for name, code in self.beside.items():
            right, got = expected[name], run.outputs.get(name)
            if not _equal(got, right):
                return finding(run, Status.FAIL, code, name=name, expected=_shown(right), got=_shown(got))
        return None


def _halved(run: Run) -> Finding:
    """Judge the scale after a training in which one step was skipped."""
    before, scale = _before(run), run.outputs.get("scale")
    if scale == before / 2:
        return finding(run, Status.PASS)
    if scale is None:
        return finding(run, Status.FAIL, "amp.scaler-not-returned")
    if scale == before:
        return finding(run, Status.FAIL, "amp.scale-not-lowered", expected=before / 2, got=before)
    return finding(run, Status.FAIL, "amp.wrong-scale", expected=before / 2, got=_shown(scale))


def _kept(run: Run) -> Finding:
    """Judge the scale after a training in which nothing overflowed, as in BF16: a scaler has had nothing to do."""
    before, scale = _before(run), run.outputs.get("scale")
    if scale is None or scale == before:
        return finding(run, Status.PASS)
    return finding(run, Status.FAIL, "amp.wrong-scale", expected=before, got=_shown(scale))


def _before(run: Run) -> float:
    before = run.inputs["init_scale"]
    assert isinstance(before, float), "the author's"
    return before


def _equal(got: Value, right: Value) -> bool:
    import numpy as np

    if right is None or isinstance(right, str):
        return got == right
    wanted, given = _numbers(right), _numbers(got)
    assert wanted is not None, "the author's"
    return given is not None and given.shape == wanted.shape and bool(np.allclose(given, wanted, ROUNDING, 0))


def _numbers(value: Value) -> "np.ndarray[Any, np.dtype[np.float64]] | None":
    """Return an array, a number or a list of them as float64; None for anything else."""
    import numpy as np

    if isinstance(value, Array):
        return np.frombuffer(value.data, value.dtype).reshape(value.shape).astype(np.float64)
    try:
        return np.array(value, np.float64) if isinstance(value, int | float | Sequence) else None
    except (ValueError, TypeError, OverflowError):  # a list of anything
        return None


def _shown(value: Value) -> str:
    """Return a result as a student would print it, cut short."""
    numbers = _numbers(value)
    if numbers is None:
        return str(value)[:40]
    if numbers.ndim == 0:
        return f"{value:g}" if isinstance(value, int | float) and math.isfinite(value) else str(value)[:40]
    return f"[{', '.join(f'{number:.6g}' for number in numbers.ravel()[:12])}]"
