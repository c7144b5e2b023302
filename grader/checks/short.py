"""A question whose answer is a sentence or two: a person marks it, once for all answers that read the same."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from grader.checks._question import Question
from grader.model.text import Text
from grader.model.values import Value
from grader.model.verdict import Finding, Status
from grader.text.folding import fold


@dataclass(frozen=True, kw_only=True)
class ShortCheck(Question):
    """Settled only by an answer that a person has already marked; any other waits for a person."""

    explain: Text  # shown after a refused answer; helps to think, does not tell the answer
    accepted: tuple[str, ...] = ()  # answers that a person has marked as right
    refused: tuple[str, ...] = ()  # answers that a person has marked as wrong
    look_for: Mapping[str, str] = field(default_factory=dict)  # idea -> words for it, separated by commas

    def __post_init__(self) -> None:
        super().__post_init__()
        for marked in (*self.accepted, *self.refused):
            if not fold(marked):
                raise ValueError(f"accepted, refused: {marked!r} says nothing")
        if both := set(map(fold, self.accepted)) & set(map(fold, self.refused)):
            raise ValueError(f"an answer is both accepted and refused: {min(both)!r}")
        for idea, words in self.look_for.items():
            if not all(fold(word) for word in words.split(",")):
                raise ValueError(f"look_for: {idea!r} expects words, separated by commas, got {words!r}")

    def mark(self, answer: Value) -> Finding:
        """Return what a person has said of this answer, or that none has yet."""
        if not isinstance(answer, str):
            return self.malformed(answer, '"…"')
        said = fold(answer)
        if said in map(fold, self.accepted):
            return Finding(status=Status.PASS)
        if said in map(fold, self.refused):
            return self.failed("quiz.short-refused", hint=self.explain)
        params = {"question": self.question, "suggested": self._suggested(said)}
        return Finding(status=Status.UNDECIDED, code="quiz.needs-review", params=params)

    def _suggested(self, said: str) -> float:
        """Return the share of the ideas whose words occur.

        It sorts the review queue and decides nothing: "asynchronous নয়" has the right word too.
        """
        found = sum(any(fold(word) in said for word in words.split(",")) for words in self.look_for.values())
        return round(found / len(self.look_for), 2) if self.look_for else 0.0
