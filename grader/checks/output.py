"""The results are right; where they are not, their pattern tells what kind of mistake it is."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar

from grader.checks import _patterns as patterns
from grader.checks._compare import UNIT, Rule, array, kind, results
from grader.checks._indices import formula
from grader.checks._maps import where_wrong
from grader.checks._runs import ended, finding, pairs, turns
from grader.checks._shapes import shape
from grader.model.evidence import Probe, Run
from grader.model.pictures import WhereWrong
from grader.model.values import DTYPES, Array, Value
from grader.model.verdict import Finding, Status
from grader.ports import Seen

if TYPE_CHECKING:
    import numpy as np

    Values = np.ndarray[Any, Any]

VAGUE = ("output.wrong-values", "output.not-finite")  # name no cause: what the other turn shows may
ADDED = "output.accumulated"  # seen in one turn only: a sum with a NaN is that NaN, as if nothing had been written


@dataclass(frozen=True, kw_only=True)
class OutputCheck:
    """Passes when every result equals the expected one, in every run of every case.

    Results are compared exactly. Where the oracle returns `<name>.unit` beside `<name>` they may be 64·ε·unit off:
    for a sum of K products a·b the unit is √K·‖a∘b‖₂, computed in float64 for each element. A tolerance that is written
    here takes the place of both.
    """

    probes: ClassVar[frozenset[Probe]] = frozenset()
    public: ClassVar[bool] = True
    rtol: float = 0.0  # how far off a value may be, as a share of the expected one
    atol: float = 0.0  # how far off it may be besides
    allow_nan: bool = False  # whether NaN and infinities may be expected; they are then compared like other values
    dtype: str = ""  # element type that the results must have; empty for any
    roles: tuple[str, ...] = ()  # roles of the cases it looks at; the ordinary ones when left out
    instead: Mapping[str, str] = field(default_factory=dict)  # message code -> one that explains it better here

    def __post_init__(self) -> None:
        if self.dtype and self.dtype not in DTYPES:
            raise ValueError(f"dtype: expected one of {', '.join(DTYPES)}, got {self.dtype!r}")

    def judge(self, seen: Seen) -> Iterator[Finding]:
        """Judge the results of every case that it looks at; findings that name a cause come first."""
        threads = seen.exercise.launch.threads if seen.exercise.launch else 0
        cases: list[_Case] = []
        for runs in turns(pairs(seen, self.roles)):
            cases.append(_Case(check=self, runs=runs, earlier=tuple(each.right for each in cases), threads=threads))
        judged = [(case, case.judged()) for case in cases]
        block = patterns.block(
            [case.size for case, found in judged if found.status is Status.PASS],
            [case.size for case, found in judged if found.code == "output.wrong-values"],
            threads,
        )
        found = (_of_all(finding, block) for _, finding in judged)
        explained = (replace(each, code=self.instead.get(each.code, each.code)) for each in found)
        yield from sorted(explained, key=lambda finding: finding.code in VAGUE)

    def rule(self) -> Rule:
        """Return how far off a value may be."""
        return Rule(rtol=self.rtol, atol=self.atol, allow_nan=self.allow_nan)


def _of_all(finding: Finding, block: int | None) -> Finding:
    """Return the finding of a case with what all cases show."""
    if block is None or finding.code != "output.wrong-values":
        return finding
    return replace(finding, code="output.multiples-only", params={"name": finding.params["name"], "block": block})


@dataclass(frozen=True, kw_only=True)
class _Fault:
    """What is wrong with the results of one run, or of all."""

    code: str
    params: Mapping[str, object]
    picture: WhereWrong | None = None  # where there are values to be compared


@dataclass(frozen=True, kw_only=True)
class _Case:
    """The runs of one case, and what they are compared with."""

    check: OutputCheck
    runs: Sequence[tuple[Run, Mapping[str, Value]]]  # each with what is right
    earlier: tuple[Mapping[str, Value], ...]  # what was right in the cases before
    threads: int  # per block, where the grader launches; else 0

    @property
    def right(self) -> Mapping[str, Value]:
        """What is right in the first turn."""
        return self.runs[0][1]

    @property
    def size(self) -> int:
        """How many values the first result has."""
        first = array(next(iter(results(self.right).values()), None))
        return 0 if first is None else int(first.size)

    def judged(self) -> Finding:
        """Return the finding of this case."""
        for run, _ in self.runs:
            if stopped := ended(run):
                return stopped
        run = self.runs[0][0]
        fault = self._fault()
        if fault is None:
            return finding(run, Status.PASS)
        return replace(finding(run, Status.FAIL, fault.code, **fault.params), picture=fault.picture)

    def _fault(self) -> _Fault | None:
        """Return what is wrong; where not all turns agree in that, it is that they do not."""
        faults = [self._of_run(run, expected) for run, expected in self.runs]
        wrong = [fault for fault in faults if fault]
        named = [fault for fault in wrong if fault.code not in VAGUE]
        if not wrong:
            return None
        if added := [fault for fault in named if fault.code == ADDED]:
            return added[0]
        if len(named) == len(faults) and len({fault.code for fault in named}) == 1:
            return named[0]
        return self._unsteady() or (named or wrong)[0]

    def _of_run(self, run: Run, expected: Mapping[str, Value]) -> _Fault | None:
        for name in run.changed:
            return _Fault(code="output.input-changed", params={"name": name})
        for name, right in results(expected).items():
            if form := self._form(right, run.outputs.get(name)):
                return _Fault(code=form[0], params={"name": name, **form[1]})
            if fault := self._values(name, run, expected):
                return fault
        return None

    def _form(self, right: Value, got: Value) -> patterns.Pattern | None:
        """Return what is wrong with a result before its values are looked at."""
        if got is None:
            return "output.missing", {}
        wanted, given, dtype = array(right), array(got), self.check.dtype
        if wanted is None:
            raise TypeError("the oracle gave what is neither an array nor a number")
        if given is None:
            return "output.not-an-array", {"got": kind(got)}
        if given.shape != wanted.shape:
            return "output.wrong-shape", {"expected": str(wanted.shape), "got": str(given.shape)}
        if dtype and isinstance(got, Array) and got.dtype != dtype:
            return "output.wrong-dtype", {"expected": dtype, "got": got.dtype}
        return None

    def _values(self, name: str, run: Run, expected: Mapping[str, Value]) -> _Fault | None:
        """Return the pattern of the wrong values of a result, whose form is right."""
        got, want, unit = (array(each) for each in (run.outputs[name], expected[name], expected.get(name + UNIT)))
        assert got is not None, "its form is right"
        assert want is not None, "its form is right"
        bad = self.check.rule().wrong(got, want, unit, self._type(name, run))
        if not bad.any():
            return None
        inputs = {key: array(value) for key, value in run.inputs.items() if isinstance(value, Array)}
        before, olds = inputs.pop(name, None), [array(each.get(name)) for each in self.earlier]
        of = patterns.Difference(
            got=got.reshape(-1),
            want=want.reshape(-1),
            bad=bad.reshape(-1),
            shape=got.shape,
            before=None if before is None else before.reshape(-1),
            inputs={
                key: each.reshape(-1) for key, each in inputs.items() if each is not None and each.size == got.size
            },
            earlier=tuple(old.reshape(-1) for old in olds if old is not None and old.shape == got.shape),
            threads=self._block(run),
            unit=None if unit is None else unit.reshape(-1),
        )
        code, params = self._index(name, run, of) or patterns.name(of)
        return _Fault(code=code, params={"name": name, **params}, picture=where_wrong(name, bad, of.threads))

    def _block(self, run: Run) -> int:
        """Return the threads per block; 0 where they are not known."""
        return self.threads or (shape(run) or (0, 0))[1]

    def _index(self, name: str, run: Run, of: patterns.Difference) -> patterns.Pattern | None:
        """Return the formula of the index that was written, where it cannot be right: the cause of every pattern."""
        code, params = formula(run) or ("", {})
        return (code, {**of.count, **params}) if params.get("name") == name else None

    def _unsteady(self) -> _Fault | None:
        """Return the first value that is not the same in the first two turns."""
        for name in results(self.right) if len(self.runs) > 1 else ():
            one, two = (array(run.outputs.get(name)) for run, _ in self.runs[:2])
            if one is None or two is None or one.shape != two.shape:
                continue
            unit, rule = array(self.right.get(name + UNIT)), replace(self.check.rule(), allow_nan=True)
            differ = rule.wrong(two, one, unit, self._type(name, self.runs[0][0])) & ~self._unwritten(name)
            if differ.any():
                at = int(differ.argmax())
                place, values = patterns.place(at, one.shape), (one.reshape(-1)[at], two.reshape(-1)[at])
                params = {
                    "name": name, "index": place, "differ": int(differ.sum()), "total": one.size,
                    "first": f"{values[0]:g}", "second": f"{values[1]:g}",
                }  # fmt: skip
                picture = where_wrong(name, differ, self._block(self.runs[0][0]))  # in one of the two at least
                return _Fault(code="output.not-repeatable", params=params, picture=picture)
        return None

    def _unwritten(self, name: str) -> "Values":
        """Return where a result holds its poison in both turns: that differs by itself."""
        import numpy as np

        found = ((array(run.outputs[name]), array(run.inputs.get(name))) for run, _ in self.runs[:2])
        return np.logical_and(*(patterns.kept(got, before) for got, before in found if got is not None))

    def _type(self, name: str, run: Run) -> str:
        """Return the type that the author chose for a result; the student's choice must not widen the limit."""
        given = run.inputs.get(name)
        return self.check.dtype or (given.dtype if isinstance(given, Array) else "float32")
