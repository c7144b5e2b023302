"""What validation needs of the trusted process that knows an exercise's oracle."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from grader.model.assignment import Case
from grader.model.evidence import Run
from grader.model.values import Value


class Workshop(Protocol):
    """Draws inputs, knows what is right, and makes wrong results of right ones."""

    def inputs(self, case: Case, seed: int) -> Mapping[str, Value]:
        """Return the arguments of the entry on one case."""

    def expected(self, case: Case, inputs: Mapping[str, Value]) -> Mapping[str, Value]:
        """Return the right results on one case."""

    def mutants(
        self, run: Run, expected: Mapping[str, Value], other: Mapping[str, Value], *, threads: int, rectangular: bool
    ) -> Mapping[str, Value]:
        """Return wrong results in place of a run's right ones: `outputs`, and how far `off` they are, by mutant."""

    def traits(
        self,
        run: Run,
        expected: Mapping[str, Value],
        other: Mapping[str, Value],
        *,
        names: Sequence[str],
        poisons: Sequence[Mapping[str, Value]],
    ) -> Mapping[str, Value]:
        """Return what a run tells of its exercise: `idle`, `axes`, `same` and `legal`."""

    def distances(self, pairs: Sequence[tuple[Run, Mapping[str, Value]]]) -> Sequence[float]:
        """Return how far the results of runs are from what is right, as a share of their length."""
