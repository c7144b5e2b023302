"""A question whose answer is a sentence or two: a person marks it, once for all answers that read the same."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from grader.checks._question import Question
from grader.model.review import Suggestion
from grader.model.text import Text
from grader.model.values import Value
from grader.model.verdict import Finding, Status
from grader.text.folding import fold
from grader.text.phrases import states

_LONGEST = 10_000  # characters of an answer that a suggestion looks at


@dataclass(frozen=True, kw_only=True)
class ShortCheck(Question):
    """Settled only by an answer that a person has already marked; any other waits for a person."""

    explain: Text  # shown after a refused answer; helps to think, does not tell the answer
    accepted: tuple[str, ...] = ()  # answers that a person has marked as right
    refused: tuple[str, ...] = ()  # answers that a person has marked as wrong
    look_for: Mapping[str, str] = field(default_factory=dict)  # idea -> wordings, separated by commas: suggests a mark
    worth: Mapping[str, Decimal] = field(default_factory=dict)  # idea -> its weight in that, 1 where it is left out
    mistaken: Mapping[str, str] = field(default_factory=dict)  # misconception -> wordings; one found suggests 0

    def __post_init__(self) -> None:
        super().__post_init__()
        for marked in (*self.accepted, *self.refused):
            if not fold(marked):
                raise ValueError(f"accepted, refused: {marked!r} says nothing")
        if both := set(map(fold, self.accepted)) & set(map(fold, self.refused)):
            raise ValueError(f"an answer is both accepted and refused: {min(both)!r}")
        for key, ideas in (("look_for", self.look_for), ("mistaken", self.mistaken)):
            for idea, words in ideas.items():
                if not all(fold(word) for word in words.split(",")):
                    raise ValueError(f"{key}: {idea!r} expects words, separated by commas, got {words!r}")
        for idea, weight in self.worth.items():
            if idea not in self.look_for:
                raise ValueError(f"worth: {idea!r} is none of the ideas in look_for: {', '.join(self.look_for)}")
            if weight <= 0:
                raise ValueError(f"worth: expected more than 0 for {idea!r}, got {weight}")

    def mark(self, answer: Value) -> Finding:
        """Return what a person has said of this answer, or that none has yet."""
        if not isinstance(answer, str):
            return self.malformed(answer, '"…"')
        said = fold(answer)
        if said in map(fold, self.accepted):
            return Finding(status=Status.PASS)
        if said in map(fold, self.refused):
            return self.failed("quiz.short-refused", hint=self.explain)
        return self.to_review(answer, "quiz.needs-review")

    def suggest(self, answer: str) -> Suggestion | None:
        """Return what the words of an answer suggest; nothing where the author names no ideas."""
        if not self.look_for:
            return None
        said = answer[:_LONGEST]
        found = tuple(idea for idea, wordings in self.look_for.items() if states(said, wordings))
        mistaken = tuple(idea for idea, wordings in self.mistaken.items() if states(said, wordings))
        weights = {idea: self.worth.get(idea, Decimal(1)) for idea in self.look_for}
        share = sum(weights[idea] for idea in found) / sum(weights.values())
        return Suggestion(
            share=Decimal(0) if mistaken else Decimal(share),
            found=found,
            missing=tuple(idea for idea in self.look_for if idea not in found),
            mistaken=mistaken,
        )
