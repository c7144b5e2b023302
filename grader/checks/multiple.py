"""A question with any number of right options, all of which have to be named."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from grader.checks._question import Question, check_keys, check_options, listed
from grader.model.text import Text
from grader.model.values import Value
from grader.model.verdict import Finding, Status


@dataclass(frozen=True, kw_only=True)
class MultipleCheck(Question):
    """Passes when exactly the right options are named, in any order."""

    options: Mapping[str, Text]  # key -> what the student reads
    answers: tuple[str, ...]  # keys
    explain: Text  # shown after a wrong answer; helps to think, does not tell the answer
    because: Mapping[str, Text] = field(default_factory=dict)  # wrong key -> the misconception behind it

    def __post_init__(self) -> None:
        super().__post_init__()
        check_options(self.options)
        check_keys("answers", self.answers, self.options)
        check_keys("because", tuple(self.because), self.options)
        if not self.answers:
            raise ValueError("answers: expected at least one option")
        if both := set(self.answers) & set(self.because):
            raise ValueError(f"because: {min(both)!r} is a right option")

    def mark(self, answer: Value) -> Finding:
        """Return what the named options are worth."""
        keys = listed(self.options, answer)
        if keys is None:
            first, second, *_ = self.options
            return self.malformed(answer, f'["{first}", "{second}"]')
        missing, extra = set(self.answers) - set(keys), set(keys) - set(self.answers)
        if not missing and not extra:
            return Finding(status=Status.PASS)
        hint = next((self.because[key] for key in keys if key in self.because), self.explain)
        return self.failed("quiz.wrong-multiple", got=keys, missing=len(missing), extra=len(extra), hint=hint)
