"""Codes and parameters, turned into sentences of one language."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from grader.feedback.catalogue import Catalogue
from grader.feedback.labels import Labels
from grader.feedback.numerals import Digits, Numerals
from grader.feedback.placeholders import fill, placeholders
from grader.feedback.records import PARTS, Record
from grader.model.text import Language, Text
from grader.model.verdict import Status

_UNKNOWN = "grader.unknown-message"
_HIDDEN = "case.hidden"


@dataclass(frozen=True, kw_only=True)
class Message:
    """One explanation, in one language; code stands in backticks."""

    title: str
    expected: str  # what should hold
    seen: str  # what the grader saw
    why: str  # the mechanism behind it
    next: str  # what to do now


@dataclass(frozen=True, kw_only=True)
class Translator:
    """Speaks one language; never raises for what a report contains."""

    catalogue: Catalogue
    language: Language = "bn"
    digits: Digits = "auto"  # `latin`: Latin digits in Bangla as well
    own: Mapping[str, Catalogue] = field(default_factory=dict)  # of assignments with messages of their own, by id

    def of(self, assignment: str) -> "Translator":
        """Return the translator for the reports of one assignment, which no other one's messages reach."""
        return replace(self, catalogue=self.own.get(assignment, self.catalogue))

    def message(self, code: str, params: Mapping[str, object], *, hidden: bool = False) -> Message:
        """Return the message of a code.

        Args:
            code: a message code; an unknown one gives a message that names it.
            params: fill the placeholders; where one is missing or mistyped, a part that names the code stands instead.
            hidden: the finding is of a hidden case: parts with placeholders give way to general ones.
        """
        record = self.catalogue.records.get(code)
        if record is None:
            return Message(**{part: self._part(_UNKNOWN, part, {"code": code}) for part in PARTS})
        return Message(**{part: self._safe_part(record, part, params, hidden=hidden) for part in PARTS})

    def label(self, key: str, **params: object) -> str:
        """Return a label of the interface; raises KeyError where there is none."""
        return Labels(language=self.language, digits=self.digits).label(key, **params)

    def number(self, value: object) -> str:
        """Return a number in the digits of the language; raises TypeError for anything else."""
        return self.numerals.number(value)

    def moment(self, iso: str) -> str:
        """Return a moment given as ISO 8601."""
        return self.numerals.moment(iso)

    def status(self, status: Status) -> str:
        """Return the word for a status."""
        return self.label(f"status.{status.value}")

    def check(self, kind: str) -> str:
        """Return the name of a kind of check; a kind that has no label keeps its own name."""
        labels = Labels(language=self.language, digits=self.digits)
        return labels.label(f"check.{kind}") if f"check.{kind}" in labels else kind

    def text(self, text: Text) -> str:
        """Return a text of the author's."""
        return text.of(self.language)

    @property
    def numerals(self) -> Numerals:
        """How this language writes numbers."""
        return Numerals(language=self.language, digits=self.digits)

    def _safe_part(self, record: Record, part: str, params: Mapping[str, object], *, hidden: bool) -> str:
        template = record.texts[part, self.language].text
        if hidden and placeholders(template):
            return self._part(_HIDDEN, part, {})
        try:
            return fill(template, params, self.numerals)
        except (KeyError, TypeError, ArithmeticError, ValueError):
            return self._part(_UNKNOWN, part, {"code": record.place.text})

    def _part(self, code: str, part: str, params: Mapping[str, object]) -> str:
        return fill(self.catalogue.records[code].texts[part, self.language].text, params, self.numerals)
