"""Short texts of the interface and the reports: headings, words for results, help texts of the commands.

They stand in a catalogue of gettext, English as the original and Bangla as its translation. What the program calls a
label by is its context, so that one English word can have two translations.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from grader.feedback.click_texts import FOLDER
from grader.feedback.numerals import Digits, Numerals
from grader.feedback.placeholders import fill
from grader.feedback.records import Entry
from grader.model.text import Language
from grader.text.paths import shown

FILE = FOLDER / "bn" / "LC_MESSAGES" / "labels.po"


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
        return fill(entries()[key][self.language].text, params, Numerals(language=self.language, digits=self.digits))

    def __contains__(self, key: str) -> bool:
        return key in entries()


@cache
def entries() -> Mapping[str, Mapping[str, Entry]]:
    """Return all labels: key -> language -> text, and where it stands; a text that is missing is left out."""
    from babel.messages.pofile import read_po

    with FILE.open("rb") as file:
        found = [message for message in read_po(file, locale="bn") if message.id]
    name = shown(FILE)
    return {
        str(message.context): {
            language: Entry(text=str(text), file=name, line=message.lineno or 0, column=1)
            for language, text in (("bn", message.string), ("en", message.id))
            if text
        }
        for message in found
    }
