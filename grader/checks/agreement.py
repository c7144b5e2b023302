"""Training leads to where the oracle's training leads; where it does not, a known mistake that leads there is named."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from grader.checks._runs import finding, pairs
from grader.checks._updates import Update, vector
from grader.model.evidence import Probe, Run
from grader.model.units import Share
from grader.model.values import Value
from grader.model.verdict import Finding, Status
from grader.ports import Seen


@dataclass(frozen=True, kw_only=True)
class AgreementCheck:
    """Passes when the trained parameters agree with the oracle's, on every case."""

    probes: ClassVar[frozenset[Probe]] = frozenset()
    of: str = "parameters"  # name of the vector, as an input before training and as a result after it
    within: Share = 0.02  # how far off the parameters may be, as a share of the length of the right update
    at_least: Share = 0.0  # how far off they must be: nothing that is computed in low precision comes closer
    mistakes: Mapping[str, str] = field(default_factory=dict)  # an oracle's vector of a mistake -> code
    unchanged: str = "amp.unchanged"  # code for parameters that are still where they began
    otherwise: str = "amp.wrong-update"  # code where no known mistake leads to the same parameters
    roles: tuple[str, ...] = ()  # roles of the cases it looks at; the ordinary ones when left out

    def judge(self, seen: Seen) -> Iterator[Finding]:
        """Judge the parameters of every case that it looks at."""
        for run, expected in pairs(seen, self.roles):
            update = Update.of(run, self.of)
            yield update if isinstance(update, Finding) else self._compared(run, update, expected)

    def _compared(self, run: Run, update: Update, expected: Mapping[str, Value]) -> Finding:
        if update.broken:
            return finding(run, Status.FAIL, "amp.not-finite", bad=update.broken, total=len(update.got))
        right = vector(expected[self.of])
        off = update.off(right)
        code = self._code(update, off, expected)
        if not code:
            return finding(run, Status.PASS)
        scale = run.inputs.get("init_scale", 1.0)
        return finding(
            run, Status.FAIL, code, apart=off, least=self.at_least, most=self.within, ratio=update.ratio(right),
            scale=scale,
        )  # fmt: skip

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
