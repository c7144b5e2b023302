"""What goes wrong for an instructor, in Bangla.

Errors are raised deep inside, in English sentences with values in them. Here, at the edge, a sentence is found in the
catalogue `locale/bn/LC_MESSAGES/errors.po`, where `{gaps}` stand for the values. What fills a gap is looked up again,
so that a hint or the kind of a value is translated as well. A sentence that is not there stays in English.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain

from grader.errors import ConfigError
from grader.feedback.click_texts import FOLDER
from grader.model.text import Language

FILE = FOLDER / "bn" / "LC_MESSAGES" / "errors.po"
_GAP = re.compile(r"\{([a-z]+)\}")


@dataclass(frozen=True, kw_only=True)
class _Sentence:
    pattern: re.Pattern[str]
    bangla: str
    rank: tuple[
        bool, int
    ]  # of two that fit, the first is meant: one that takes a hint off the end, or has more letters


def told(error: Exception, language: Language) -> str:
    """Return what an error says, in one language."""
    if isinstance(error, OSError) and error.strerror:
        reason = in_bangla(error.strerror) if language == "bn" else error.strerror
        return f"{reason}: {error.filename or ''}"
    if language == "en":
        return str(error)
    if isinstance(error, ConfigError):
        return "\n".join(
            str(replace(each, message=in_bangla(each.message), hint=in_bangla(each.hint))) for each in error.problems
        )
    return in_bangla(str(error))


def in_bangla(text: str) -> str:
    """Return a sentence in Bangla; as it is, if it is not in the catalogue."""
    for sentence in _sentences():
        if found := sentence.pattern.fullmatch(text):
            pieces = _GAP.split(sentence.bangla)  # text, name of a gap, text, …
            pieces[1::2] = [in_bangla(found[name]) for name in pieces[1::2]]
            return "".join(pieces)
    return text


@cache
def _sentences() -> Sequence[_Sentence]:
    from babel.messages.pofile import read_po

    with FILE.open("rb") as file:
        entries = [message for message in read_po(file, locale="bn") if message.id]
    sentences = [_sentence(str(message.id), str(message.string)) for message in entries]
    return sorted(sentences, key=lambda sentence: sentence.rank)


def _sentence(english: str, bangla: str) -> _Sentence:
    pieces = _GAP.split(english)  # text, name of a gap, text, …
    groups = [f"(?P<{name}>.+?)" for name in pieces[1::2]]
    pattern = "".join(chain(*zip(map(re.escape, pieces[::2]), [*groups, ""], strict=True)))
    rank = (not english.endswith(")"), -sum(map(len, pieces[::2])))
    return _Sentence(pattern=re.compile(pattern, re.DOTALL), bangla=bangla, rank=rank)
