"""Text in the two languages of the course."""

from dataclasses import dataclass
from typing import Literal

Language = Literal["bn", "en"]


@dataclass(frozen=True, kw_only=True)
class Text:
    """The same sentence in Bangla and in English."""

    bn: str
    en: str

    def of(self, language: Language) -> str:
        """Return the sentence in one language."""
        return self.bn if language == "bn" else self.en
