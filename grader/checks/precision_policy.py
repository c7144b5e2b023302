"""Which operations ran in which type, as the box tells: matrix products in low precision, sums and losses in full."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from grader.checks._runs import ended, finding, pairs
from grader.model.evidence import Probe, Run
from grader.model.values import Value
from grader.model.verdict import Finding, Status
from grader.ports import Seen

LOW, FULL = ("float16", "bfloat16"), ("float32", "float64")
# What an author calls them -> torch's own names of the operations that do it. Any other word is such a name itself.
FAMILIES = {
    "matmul": ("addmm", "mm", "bmm", "baddbmm", "addbmm", "addmv", "mv", "dot", "linear", "matmul"),
    "convolution": ("convolution", "_convolution", "cudnn_convolution"),
    "attention": (
        "_scaled_dot_product_attention_math", "_scaled_dot_product_efficient_attention",
        "_scaled_dot_product_flash_attention", "_scaled_dot_product_flash_attention_for_cpu",
    ),
    "normalisation": (
        "native_batch_norm", "cudnn_batch_norm", "_native_batch_norm_legit", "native_layer_norm", "native_group_norm",
    ),
    "softmax": ("_softmax", "_log_softmax", "softmax", "log_softmax"),
    "loss": (
        "mse_loss", "nll_loss_forward", "nll_loss2d_forward", "smooth_l1_loss", "huber_loss", "binary_cross_entropy",
        "binary_cross_entropy_with_logits",
    ),
}  # fmt: skip
_MOST = 10**9  # that a box may have counted

Counts = Mapping[str, int]  # type -> how often


@dataclass(frozen=True, kw_only=True)
class PrecisionPolicyCheck:
    """Passes when operations ran in the types that they should, on every case.

    The box tells, so this is a hint: worth nothing unless its author gives it points. What it tells can show a mistake,
    and does not prove that there is none: that is for `training`, from the parameters alone. Operations are `matmul`
    (linear layers, too), `convolution`, `attention`, `normalisation`, `softmax`, `loss`, or torch's own name of one,
    such as `exp`; those of the backward pass are not looked at. An operation has the type of its result. Autocast
    leaves the softmax inside of `cross_entropy` in low precision: an honest loop has it there.
    """

    is_hint: ClassVar[bool] = True
    probes: ClassVar[frozenset[Probe]] = frozenset({Probe.DTYPES})
    public: ClassVar[bool] = True
    low: tuple[str, ...] = ()  # operations that run in FP16 or BF16 only
    full: tuple[str, ...] = ()  # operations that run in FP32 only
    parameters: str = ""  # type of all parameters and of what an optimizer keeps, such as float32; empty for any
    backward_in_autocast: bool = True  # whether a backward pass may begin inside of autocast
    scaler: bool = False  # whether FP16 needs a GradScaler of torch's, and BF16 must have none
    roles: tuple[str, ...] = ()  # roles of the cases it looks at; the ordinary ones when left out

    def judge(self, seen: Seen) -> Iterator[Finding]:
        """Judge the types that were seen on every case that it looks at."""
        for run, _ in pairs(seen, self.roles):
            if fault := ended(run):
                yield fault
            elif told := _Told.of(run.claims.get("dtypes")):
                yield finding(run, Status.PASS)
                yield from (*self._operations(run, told), *self._surroundings(run, told))
            else:
                yield finding(run, Status.DEFER, "run.not-watched", device=seen.device)

    def _operations(self, run: Run, told: "_Told") -> Iterator[Finding]:
        for family in self.low:
            wrong, right = told.count(family, FULL), told.count(family, LOW)
            if wrong:
                yield finding(run, Status.FAIL, "amp.operation-in-full", name=family, count=wrong, total=wrong + right)
            elif not right:
                yield finding(run, Status.DEFER, "amp.not-seen", name=family)
        for family in self.full:
            wrong, right = told.count(family, LOW), told.count(family, FULL)
            if wrong:
                yield finding(run, Status.FAIL, "amp.operation-in-half", name=family, count=wrong, total=wrong + right)

    def _surroundings(self, run: Run, told: "_Told") -> Iterator[Finding]:
        if others := tuple(name for name in told.parameters if name != self.parameters) if self.parameters else ():
            yield finding(run, Status.FAIL, "amp.parameter-type", expected=self.parameters, got=others)
        elif self.parameters and not told.parameters:
            yield finding(run, Status.DEFER, "amp.not-seen", name="step")
        if told.backward_in_autocast and not self.backward_in_autocast:
            yield finding(run, Status.FAIL, "amp.backward-in-autocast", count=told.backward_in_autocast)
        if self.scaler and told.scalers and not told.has("float16") and told.has("bfloat16"):
            yield finding(run, Status.FAIL, "amp.needless-scaler")
        if self.scaler and not told.scalers and told.has("float16"):
            yield finding(run, Status.FAIL, "amp.no-scaler")


@dataclass(frozen=True, kw_only=True)
class _Told:
    """What a box says of types, once it is known to be of the right form."""

    operations: Mapping[str, Counts]
    parameters: Counts
    backward_in_autocast: int
    scalers: int

    @classmethod
    def of(cls, told: Value) -> "_Told | None":
        """Return what is told; None where it is nothing that can be."""
        if not isinstance(told, Mapping):
            return None
        given = told.get("operations")
        operations = {name: _counts(each) for name, each in given.items()} if isinstance(given, Mapping) else {}
        known = {name: counts for name, counts in operations.items() if counts is not None}
        parameters = _counts(told.get("parameters"))
        backward, scalers = _number(told.get("backward_in_autocast")), _number(told.get("scalers"))
        if len(known) < len(operations) or not known or parameters is None or backward is None or scalers is None:
            return None
        return cls(operations=known, parameters=parameters, backward_in_autocast=backward, scalers=scalers)

    def count(self, family: str, types: tuple[str, ...]) -> int:
        """Return how often a family ran in some types."""
        ran = (self.operations.get(name, {}) for name in FAMILIES.get(family, (family,)))
        return sum(counts.get(each, 0) for counts in ran for each in types)

    def has(self, dtype: str) -> bool:
        """Return whether a matrix product or a convolution ran in a type."""
        return any(self.count(family, (dtype,)) for family in ("matmul", "convolution"))


def _counts(value: Value) -> Counts | None:
    if not isinstance(value, Mapping):
        return None
    found = {name: number for name, each in value.items() if (number := _number(each)) is not None}
    return found if len(found) == len(value) else None


def _number(value: Value) -> int | None:
    return value if type(value) is int and 0 <= value < _MOST else None
