"""Whether a text says something in one of several wordings, and does not deny it: a guess, fit only to suggest."""

import re
from collections.abc import Iterator
from unicodedata import normalize

from grader.text.folding import fold

_CLAUSE = re.compile(
    normalize("NFC", r"[।,;:?\n]|\.(?=\s|$)|\b(?:because|so|but|therefore|otherwise)\b")
    + normalize("NFC", r"|(?<![\u0980-\u09ff])(?:কারণ|তাই|কিন্তু|ফলে|নইলে|নাহলে)(?![\u0980-\u09ff])"),
    re.IGNORECASE,
)
# English denies before a word, Bangla after it.
_BEFORE = frozenset({"not", "no", "never", "without", "cannot", "don", "doesn", "isn", "aren", "won", "¬"})
_AFTER = frozenset(normalize("NFC", "না নয় নেই নাই ছাড়া na noy nai chara").split())
_REACH = 3  # words
_PAST = normalize("NFC", "নি")  # হয়নি, যায়নি


def states(text: str, wordings: str) -> bool:
    """Return whether a text has one of the wordings, separated by commas, in a clause that does not deny it.

    A word of a wording stands for all words that begin with it.
    """
    phrases = [fold(wording).split() for wording in wordings.split(",")]
    clauses = [fold(clause).split() for clause in _CLAUSE.split(text)]
    return any(
        not _denied(words, start, start + len(phrase))
        for words in clauses
        for phrase in phrases
        for start in _places(words, phrase)
    )


def _places(words: list[str], phrase: list[str]) -> Iterator[int]:
    for start in range(len(words) - len(phrase) + 1 if phrase else 0):
        if all(word.startswith(part) for part, word in zip(phrase, words[start : start + len(phrase)], strict=True)):
            yield start


def _denied(words: list[str], start: int, end: int) -> bool:
    after = words[end : end + _REACH]
    return not _BEFORE.isdisjoint(words[max(0, start - _REACH) : start]) or any(
        word in _AFTER or (word.endswith(_PAST) and len(word) > len(_PAST) + 1) for word in after
    )
