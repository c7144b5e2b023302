"""How many columns a text takes in a terminal at most, and where its lines are broken.

Terminals do not agree on Bangla: the vowel sign in `কি` takes a column in some and none in others, and a conjunct
such as `ক্ষ` is one, two or three columns wide. What is counted here is the most that any of them needs, by the width
of single characters in Unicode (East Asian Width, UAX 11) and with every spacing sign and every letter of a conjunct
counted. A line that is not too long by this count is broken by no terminal.
"""

import re
import unicodedata
from collections.abc import Iterator

_JOINER = "\u200d"
_VIRAMA = 9  # canonical combining class of the sign that joins two consonants
_NO_COLUMN = {"Mn", "Me", "Cf", "Cc", "Zl", "Zp"}
_SIGNS = {"Mn", "Mc", "Me", "Cf"}
_WORD = re.compile(r"\S+")


def width(text: str) -> int:
    """Return the most columns that a terminal shows a text in."""
    return sum(map(_columns, text))


def clusters(text: str) -> Iterator[str]:
    """Yield what must not be torn apart: a letter with its signs, or all letters of a conjunct."""
    start = 0
    for at in range(1, len(text)):
        if not _joined(text, at):
            yield text[start:at]
            start = at
    if text:
        yield text[start:]


def wrap(text: str, columns: int) -> Iterator[tuple[int, int]]:
    """Yield where each line of a text begins and ends; spaces at a break, or around the text, belong to none.

    Lines are broken at spaces, and where a word alone is too long, between clusters.

    Args:
        text: one paragraph.
        columns: of a line; a cluster that is wider gets a line of its own.
    """
    start = end = 0
    for begin, stop in _pieces(text, columns):
        if not end:
            start = begin
        elif width(text[start:stop]) > columns:
            yield start, end
            start = begin
        end = stop
    yield start, end


def padded(text: str, columns: int) -> str:
    """Return a text with spaces after it, as if for a column of a table."""
    return text + " " * max(columns - width(text), 0)


def _pieces(text: str, columns: int) -> Iterator[tuple[int, int]]:
    """Yield where the words begin and end; a word longer than a line comes in parts."""
    for word in _WORD.finditer(text):
        start = end = word.start()
        used = 0
        for cluster in clusters(word[0]) if width(word[0]) > columns else (word[0],):
            if used and used + width(cluster) > columns:
                yield start, end
                start, used = end, 0
            end, used = end + len(cluster), used + width(cluster)
        yield start, end


def _joined(text: str, at: int) -> bool:
    """Tell whether a character belongs to the one before it."""
    this, before = text[at], text[at - 1]
    if before.isspace() or this.isspace():
        return False
    if unicodedata.category(this) in _SIGNS or before == _JOINER:
        return True
    return unicodedata.combining(before) == _VIRAMA and unicodedata.category(this).startswith("L")


def _columns(character: str) -> int:
    if unicodedata.category(character) in _NO_COLUMN:
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1
