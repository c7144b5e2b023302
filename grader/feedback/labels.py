"""Short texts of the interface and the reports: headings, words for results, help texts of the commands."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from grader.feedback.numerals import Digits, Numerals
from grader.feedback.placeholders import fill
from grader.feedback.records import Entry, read_labels
from grader.model.text import Language

FILE = Path(__file__).parent / "ui.yaml"


@dataclass(frozen=True, kw_only=True)
class Labels:
    """The labels in one language; reads one small file, so that `grader --help` stays fast."""

    language: Language = "bn"
    digits: Digits = "auto"

    def label(self, key: str, **params: object) -> str:
        """Return a label with its placeholders filled.

        Raises:
            KeyError: there is no such label, or a parameter is missing.
            TypeError: a parameter has the wrong type.
        """
        return fill(_entries()[key][self.language].text, params, Numerals(language=self.language, digits=self.digits))

    def __contains__(self, key: str) -> bool:
        return key in _entries()


@cache
def _entries() -> Mapping[str, Mapping[str, Entry]]:
    return read_labels(FILE)
