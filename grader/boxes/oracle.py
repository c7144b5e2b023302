"""The judge's conversation with the trusted process that draws inputs and knows what is right."""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

from grader.errors import BoxError, ConfigError, Problem
from grader.model.assignment import Case, Exercise, FunctionRef, Input, Known
from grader.model.evidence import Ending, Run
from grader.model.values import Array, Value
from grader.ports import Bench


class Oracle:
    """One trusted process for one exercise; the author's Python files are all that it finds in its folder.

    Where the exercise has a record, that is looked up instead, and there is no process.
    """

    def __init__(self, exercise: Exercise, bench: Bench) -> None:
        self._exercise, self._bench = exercise, bench
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        if self._exercise.record:
            return self
        refs = [ref for ref in (self._exercise.oracle, self._exercise.inputs) if isinstance(ref, FunctionRef)]
        files = {path.name: path.read_bytes() for ref in refs for path in ref.file.parent.glob("*.py")}
        # What is right is computed without a card: it must not share the student's.
        lease = replace(self._bench.lease, nodes=())
        self._box = self._stack.enter_context(
            self._bench.sandbox.open(driver="oracle", files=files, lease=lease, limits=self._bench.limits)
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def inputs(self, case: Case, seed: int, turn: int = 0) -> Mapping[str, Value]:
        """Return the arguments of the entry on one case, in their order; each turn fills outputs with other poison."""
        given = self._exercise.inputs
        if self._exercise.record:
            return self._known(case, turn).inputs
        if isinstance(given, FunctionRef):
            return self._call(given, {**case.params, "seed": seed})
        arguments: list[Value] = [_resolved(each, case) for each in given]
        where = self._exercise.oracle.file if self._exercise.oracle else Path(self._exercise.id)
        return self._values("inputs", {"arguments": arguments, "seed": seed, "turn": turn}, where)

    def expected(self, case: Case, inputs: Mapping[str, Value]) -> Mapping[str, Value]:
        """Return the right results on one case; nothing where the exercise has no oracle."""
        oracle = self._exercise.oracle
        if self._exercise.record:
            return self._known(case, 0).expected
        return self._call(oracle, {**case.params, **inputs}) if oracle else {}

    def mutants(
        self, run: Run, expected: Mapping[str, Value], other: Mapping[str, Value], *, threads: int, rectangular: bool
    ) -> Mapping[str, Value]:
        """Return wrong results in place of a run's right ones (see `harness/mutants.py`): `outputs` and `off` by name.

        Args:
            run: of a program that is right.
            expected: what is right there.
            other: what is right for other inputs of the same case.
            threads: of a block.
            rectangular: whether the last two lengths of an array can differ.
        """
        outputs = results(run, expected)
        before = {name: run.inputs[name] for name in outputs if isinstance(run.inputs.get(name), Array)}
        return self._of_case(
            "mutate", run, outputs=outputs, before=before, expected={name: expected[name] for name in outputs},
            other={name: other[name] for name in outputs if name in other}, threads=threads, rectangular=rectangular,
        )  # fmt: skip

    def traits(
        self,
        run: Run,
        expected: Mapping[str, Value],
        other: Mapping[str, Value],
        *,
        names: Sequence[str],
        poisons: Sequence[Mapping[str, Value]],
    ) -> Mapping[str, Value]:
        """Return what a run tells of its exercise (see `describe` in `harness/drivers/oracle.py`).

        Args:
            run: of a program that is right.
            expected: what is right there.
            other: what is right for other inputs of the same case.
            names: of the inputs that are changed, one after the other.
            poisons: what the outputs were filled with, in each turn.
        """
        return self._of_case(
            "describe", run, outputs=list(results(run, expected)), expected=expected, other=other, names=names,
            poisons=poisons,
        )  # fmt: skip

    def distances(self, pairs: Sequence[tuple[Run, Mapping[str, Value]]]) -> Sequence[float]:
        """Return how far a program's results are from what is right, in each run, as a share of their length."""
        given: list[Value] = [
            {"got": results(run, right), "right": {name: right[name] for name in results(run, right)}}
            for run, right in pairs
        ]
        off = self._values("measure", {"pairs": given}, Path(self._exercise.id)).get("off")
        return [float(each) for each in off if isinstance(each, int | float)] if isinstance(off, list) else []

    def _known(self, case: Case, turn: int) -> Known:
        assert self._exercise.record, "the caller has looked"
        found = (known for known in self._exercise.record.known if (known.case, known.turn) == (case.id, turn))
        if (known := next(found, None)) is None:
            raise BoxError(f"the record of {self._exercise.id} has nothing on case {case.id!r}, turn {turn}")
        return known

    def _of_case(self, op: str, run: Run, **more: Value) -> Mapping[str, Value]:
        ref = self._exercise.oracle
        assert ref, "nobody asks where there is no oracle"
        arguments: dict[str, Value] = {**run.case.params, **run.inputs}
        payload = {"file": ref.file.name, "name": ref.name, "arguments": arguments, **more}
        return self._values(op, payload, ref.file)

    def _call(self, ref: FunctionRef, arguments: Mapping[str, Value]) -> Mapping[str, Value]:
        payload: dict[str, Value] = {"file": ref.file.name, "name": ref.name, "arguments": arguments}
        return self._values("function", payload, ref.file)

    def _values(self, op: str, payload: Mapping[str, Value], file: Path) -> Mapping[str, Value]:
        """Ask; what goes wrong is the author's to mend, or the machine's.

        Raises:
            ConfigError: the author's code raised, took too long or returned what cannot be sent.
            BoxError: the process broke.
        """
        reply = self._box.request(op, payload, limits=self._bench.limits)
        values, outcome = reply.value.get("values"), reply.outcome
        if outcome.ending is Ending.RETURNED and isinstance(values, Mapping):
            return values
        if outcome.ending not in {Ending.RAISED, Ending.TIMEOUT, Ending.MEMORY}:
            raise BoxError(f"the oracle of {self._exercise.id} ended: {outcome.ending} {outcome.text}")
        line = outcome.place.line if outcome.place else 0
        text = f"{outcome.error}: {outcome.text}" if outcome.error else f"ended by {outcome.ending}"
        problem = Problem(file=str(file), line=line, column=1 if line else 0, message=text)
        raise ConfigError([problem])


def results(run: Run, expected: Mapping[str, Value]) -> Mapping[str, Value]:
    """Return those results of a run that are compared with what is right: arrays and numbers."""
    return {
        name: value
        for name, value in run.outputs.items()
        if name in expected
        and isinstance(value, Array | int | float)
        and isinstance(expected[name], Array | int | float)
    }


def _resolved(argument: Input, case: Case) -> Mapping[str, Value]:
    """Return one argument with the numbers of a case in place of the parameters' names."""
    common: dict[str, Value] = {"name": argument.name, "dtype": argument.dtype}
    if argument.kind == "scalar":
        return {**common, "value": case.params[argument.name]}
    shape: list[Value] = [case.params[length] if isinstance(length, str) else length for length in argument.shape]
    drawn_as = case.values if case.values and argument.dtype.startswith("float") else argument.values
    return {**common, "shape": shape, "values": drawn_as, "output": argument.output}
