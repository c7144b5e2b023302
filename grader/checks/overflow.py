"""A gradient that overflows in FP16 costs one step and half of the scale, and nothing else."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from grader.checks._runs import finding, pairs
from grader.checks._updates import Update, vector
from grader.model.evidence import Probe, Run
from grader.model.units import Share
from grader.model.values import Value
from grader.model.verdict import Finding, Status
from grader.ports import Seen


@dataclass(frozen=True, kw_only=True)
class OverflowCheck:
    """Passes when the batch that overflows is skipped and the scale halved, or when it does not overflow at all.

    The oracle gives the parameters with the batch, and as `skipped` those without it. Beside the parameters the entry
    returns the `scale` of its GradScaler, None where there is none.
    """

    probes: ClassVar[frozenset[Probe]] = frozenset()
    of: str = "parameters"  # name of the vector, as an input before training and as a result after it
    within: Share = 0.02  # how far off the parameters may be, as a share of the length of the right update
    roles: tuple[str, ...] = ("overflow",)  # roles of the cases it looks at

    def judge(self, seen: Seen) -> Iterator[Finding]:
        """Judge parameters and scale of every case that it looks at."""
        for run, expected in pairs(seen, self.roles):
            update = Update.of(run, self.of)
            yield update if isinstance(update, Finding) else self._compared(run, update, expected)

    def _compared(self, run: Run, update: Update, expected: Mapping[str, Value]) -> Finding:
        before, scale = run.inputs["init_scale"], run.outputs.get("scale")
        assert isinstance(before, float), "the author's"
        if update.broken:
            return finding(run, Status.FAIL, "amp.stepped-on-inf", bad=update.broken, total=len(update.got))
        if update.off(vector(expected["skipped"])) <= self.within:
            return _scaled(run, before, scale)
        off = update.off(vector(expected[self.of]))
        if off > self.within:
            return finding(run, Status.FAIL, "amp.overflow-wrong", apart=off)
        # Where nothing overflows, as in BF16, the batch counts, and a scaler that is there has nothing to do.
        if scale is None or scale == before:
            return finding(run, Status.PASS)
        return finding(run, Status.FAIL, "amp.wrong-scale", expected=before, got=_shown(scale))


def _scaled(run: Run, before: float, scale: Value) -> Finding:
    """Judge the scale after a training in which one step was skipped."""
    if scale == before / 2:
        return finding(run, Status.PASS)
    if scale is None:
        return finding(run, Status.FAIL, "amp.scaler-not-returned")
    if scale == before:
        return finding(run, Status.FAIL, "amp.scale-not-lowered", expected=before / 2, got=before)
    return finding(run, Status.FAIL, "amp.wrong-scale", expected=before / 2, got=_shown(scale))


def _shown(scale: Value) -> str:
    return f"{scale:g}" if isinstance(scale, int | float) and math.isfinite(scale) else str(scale)[:40]
