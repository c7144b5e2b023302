"""A question whose items have to be put in order."""

from collections.abc import Mapping
from dataclasses import dataclass

from grader.checks._question import Question, check_keys, check_options, listed
from grader.model.text import Text
from grader.model.values import Value
from grader.model.verdict import Finding, Status


@dataclass(frozen=True, kw_only=True)
class OrderCheck(Question):
    """Passes when all items are named in the right order."""

    items: Mapping[str, Text]  # key -> what the student reads
    answer: tuple[str, ...]  # all keys, in the right order
    explain: Text  # shown after a wrong answer; helps to think, does not tell the answer

    def __post_init__(self) -> None:
        super().__post_init__()
        check_options(self.items)
        check_keys("answer", self.answer, self.items)
        if len(self.answer) != len(self.items):
            raise ValueError(f"answer: expected all of {', '.join(self.items)}")
        if self.answer == tuple(self.items):
            raise ValueError("items: they already stand in the right order, which tells the answer")

    def mark(self, answer: Value) -> Finding:
        """Return what the named order is worth."""
        keys = listed(self.items, answer)
        if keys is None or sorted(keys) != sorted(self.items):
            return self.malformed(answer, str(list(self.items)))
        right = sum(given == meant for given, meant in zip(keys, self.answer, strict=True))
        if right == len(self.answer):
            return Finding(status=Status.PASS)
        return self.failed("quiz.wrong-order", got=keys, right=right, total=len(keys), hint=self.explain)
