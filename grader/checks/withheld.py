"""What a self-check cannot say: right answers, hidden cases and measured times stay with the instructor."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from grader.checks._question import Question
from grader.model.evidence import Probe
from grader.model.text import Text
from grader.model.values import Value
from grader.model.verdict import Finding, Status
from grader.ports import Seen


@dataclass(frozen=True, kw_only=True)
class WithheldCheck:
    """Always open; stands in a self-check for a check that has something to hide."""

    probes: ClassVar[frozenset[Probe]] = frozenset()
    question: str = ""  # name of an answer of a quiz, which has to be there

    def judge(self, seen: Seen) -> Iterator[Finding]:
        """Say that this is judged later; of a question also whether it has been answered."""
        if self.question:
            yield from _Answered(question=self.question, ask=Text(bn="", en="")).judge(seen)
        else:
            yield Finding(status=Status.DEFER, code="self.withheld")


class _Answered(Question):
    """A question whose right answer is not at hand."""

    def mark(self, answer: Value) -> Finding:
        """Return that there is an answer."""
        told = {"question": self.question, "got": str(answer)}
        return Finding(status=Status.DEFER, code="self.answered", params=told)
