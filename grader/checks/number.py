"""A question whose answer is a number, with a unit where it measures something."""

import math
from dataclasses import dataclass
from decimal import Decimal

from grader.checks._question import Question
from grader.model.text import Text
from grader.model.units import Share
from grader.model.values import Value
from grader.model.verdict import Finding, Status
from grader.text.quantities import Quantity, Unclear, quantity

# What a slip in the unit leaves: ms for s, MB for GB, … (powers of a thousand), and bits for bytes.
_SLIPS = (1000, 10**6, 10**9, 8)
_UNCLEAR = {Unclear.COMMA: "quiz.ambiguous-number", Unclear.RANGE: "quiz.range-for-number"}
_EXAMPLES = {"s": "12.5 ms", "B": "12.5 MB", "B/s": "12.5 MB/s", "FLOP/s": "12.5 TFLOPS", "%": "12.5%"}


@dataclass(frozen=True, kw_only=True)
class NumberCheck(Question):
    """Passes when the number is within the tolerance, in whichever unit of the right kind it is written.

    A text that is not clearly one number is left to a person.
    """

    answer: str  # `112 s`, `3907`
    explain: Text  # shown after a wrong answer; helps to think, does not tell the answer
    tolerance: Share = 0.0  # how far off it may be, as a share of the right answer

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(quantity(self.answer), Quantity):
            message = f"answer: expected a number, with its unit where it has one, got {self.answer!r}"
            raise ValueError(message)  # noqa: TRY004 - what the author wrote is wrong, not its type
        if not 0 <= self.tolerance < 1:
            raise ValueError("tolerance: expected less than 100%")

    def mark(self, answer: Value) -> Finding:
        """Return what the number is worth."""
        odd = not isinstance(answer, str | int | float) or isinstance(answer, bool)
        if odd or (isinstance(answer, float) and not math.isfinite(answer)):
            return self.malformed(answer, self._example)
        given = quantity(str(answer))
        if isinstance(given, Unclear):
            code = _UNCLEAR.get(given, "quiz.unclear-number")
            return self.to_review(str(answer), code, got=str(answer), expected=self._example)
        return self._compared(given, str(answer))

    def _compared(self, given: Quantity, got: str) -> Finding:
        right = self._right
        if given.dimension == right.dimension and self._close(given.base, right.base):
            return Finding(status=Status.PASS)
        if given.dimension != right.dimension and self._close(given.number, right.number):
            return self.failed("quiz.unit-wrong" if given.dimension else "quiz.unit-missing", got=got)
        for factor in _SLIPS if right.dimension and given.dimension == right.dimension else ():
            if self._close(given.base * factor, right.base) or self._close(given.base, right.base * factor):
                return self.failed("quiz.unit-factor", got=got, factor=factor)
        return self.failed("quiz.wrong-number", got=got, hint=self.explain)

    @property
    def _right(self) -> Quantity:
        right = quantity(self.answer)
        assert isinstance(right, Quantity), "checked when it was made"
        return right

    @property
    def _example(self) -> str:
        return _EXAMPLES.get(self._right.dimension, "125")

    def _close(self, given: Decimal, right: Decimal) -> bool:
        return abs(given - right) <= abs(right) * Decimal(str(self.tolerance))
