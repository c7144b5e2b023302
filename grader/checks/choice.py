"""A question with one right option."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from grader.checks._question import Question, check_keys, check_options, chosen
from grader.model.text import Text
from grader.model.values import Value
from grader.model.verdict import Finding, Status


@dataclass(frozen=True, kw_only=True)
class ChoiceCheck(Question):
    """Passes when the right option is named."""

    options: Mapping[str, Text]  # key -> what the student reads
    answer: str  # a key
    explain: Text  # shown after a wrong answer; helps to think, does not tell the answer
    because: Mapping[str, Text] = field(default_factory=dict)  # wrong key -> the misconception behind it

    def __post_init__(self) -> None:
        super().__post_init__()
        check_options(self.options)
        check_keys("answer", (self.answer,), self.options)
        check_keys("because", tuple(self.because), self.options)
        if self.answer in self.because:
            raise ValueError(f"because: {self.answer!r} is the right option")

    def mark(self, answer: Value) -> Finding:
        """Return what the named option is worth."""
        key = chosen(self.options, answer)
        if key is None:
            return self.malformed(answer, " / ".join(self.options))
        if key == self.answer:
            return Finding(status=Status.PASS)
        return self.failed("quiz.wrong-choice", got=key, hint=self.because.get(key, self.explain))
