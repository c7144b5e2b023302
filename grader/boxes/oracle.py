"""The judge's conversation with the trusted process that draws inputs and knows what is right."""

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

from grader.errors import BoxError, ConfigError, Problem
from grader.model.assignment import Case, Exercise, FunctionRef, Input
from grader.model.evidence import Ending
from grader.model.values import Value
from grader.ports import Bench


class Oracle:
    """One trusted process for one exercise; the author's Python files are all that it finds in its folder."""

    def __init__(self, exercise: Exercise, bench: Bench) -> None:
        self._exercise, self._bench = exercise, bench
        self._stack = ExitStack()

    def __enter__(self) -> Self:
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
        if isinstance(given, FunctionRef):
            return self._call(given, {**case.params, "seed": seed})
        arguments: list[Value] = [_resolved(each, case) for each in given]
        where = self._exercise.oracle.file if self._exercise.oracle else Path(self._exercise.id)
        return self._values("inputs", {"arguments": arguments, "seed": seed, "turn": turn}, where)

    def expected(self, case: Case, inputs: Mapping[str, Value]) -> Mapping[str, Value]:
        """Return the right results on one case; nothing where the exercise has no oracle."""
        oracle = self._exercise.oracle
        return self._call(oracle, {**case.params, **inputs}) if oracle else {}

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


def _resolved(argument: Input, case: Case) -> Mapping[str, Value]:
    """Return one argument with the numbers of a case in place of the parameters' names."""
    common: dict[str, Value] = {"name": argument.name, "dtype": argument.dtype}
    if argument.kind == "scalar":
        return {**common, "value": case.params[argument.name]}
    shape: list[Value] = [case.params[length] if isinstance(length, str) else length for length in argument.shape]
    drawn_as = case.values if case.values and argument.dtype.startswith("float") else argument.values
    return {**common, "shape": shape, "values": drawn_as, "output": argument.output}
