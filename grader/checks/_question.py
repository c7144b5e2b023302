"""What the questions of a quiz have in common: how an answer is found, and when it is none."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from grader.model.evidence import Ending, Outcome, Probe
from grader.model.text import Text
from grader.model.values import Value
from grader.model.verdict import Finding, Status
from grader.ports import Seen
from grader.text.folding import fold

_SEPARATOR = re.compile(r"[,;\n>|→।]+|\s(?:and|then|ও|এবং|তারপর)\s")
_NUMBERING = re.compile(r"^\s*(?:\d{1,2}[.)]|[-*])\s*(?=\S)")


@dataclass(frozen=True, kw_only=True)
class Question(ABC):
    """One question; a subclass says what its answer is worth."""

    probes: ClassVar[frozenset[Probe]] = frozenset()
    question: str  # name of the answer in the submission, letters and a number: `q1`
    ask: Text  # what the student is asked

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[a-z]+[0-9]+", self.question):
            raise ValueError(f"question: expected letters and a number, such as q1, got {self.question!r}")

    def judge(self, seen: Seen) -> Iterator[Finding]:
        """Judge the answer to this question, with one finding."""
        answers = seen.evidence.runs[0].outputs if seen.evidence.runs else {}
        answer = answers.get(self.question)
        if not _blank(answer):
            yield self.mark(answer)
        elif seen.evidence.load.ending is Ending.RAISED:
            yield _unreadable(seen.evidence.load)
        else:
            found = tuple(name for name, given in answers.items() if not _blank(given))
            yield self.failed("quiz.not-answered", found=found)

    @abstractmethod
    def mark(self, answer: Value) -> Finding:
        """Return what an answer, which is not blank, is worth."""

    def failed(self, code: str, **params: object) -> Finding:
        """Return a failure that names this question."""
        return Finding(status=Status.FAIL, code=code, params={"question": self.question, **params})

    def to_review(self, answer: str, code: str, **params: object) -> Finding:
        """Return that a person has to mark this answer."""
        told = {"question": self.question, **params}
        return Finding(status=Status.UNDECIDED, code=code, params=told, answer=answer)

    def malformed(self, answer: Value, expected: str) -> Finding:
        """Return the failure of an answer that cannot be read; `expected` shows the form of one that can."""
        return self.failed("quiz.malformed", got=str(answer), expected=expected)


def _blank(answer: Value) -> bool:
    return answer in (None, [], ()) or (isinstance(answer, str) and not fold(answer))


def _unreadable(load: Outcome) -> Finding:
    error = load.said
    if load.place and load.place.cell:
        params = {"cell": load.place.cell, "line": load.place.line, "error": error}
        return Finding(status=Status.FAIL, code="nb.syntax-error", params=params)
    place = {"file": load.place.file, "line": load.place.line} if load.place else {"file": "", "line": 1}
    return Finding(status=Status.FAIL, code="py.syntax-error", params={**place, "error": error})


def chosen(options: Mapping[str, Text], answer: Value) -> str | None:
    """Return the option that an answer names by its key, by its text, or by both: `b`, `(B)`, `32`, `b) 32`."""
    if isinstance(answer, bool) or not isinstance(answer, (str, int, float)):
        return None
    said = fold(str(answer))
    return next((key for key, names in _names(options).items() if said in names), None)


def listed(options: Mapping[str, Text], answer: Value) -> tuple[str, ...] | None:
    """Return the options that an answer lists, in its order; None if anything in it is no option."""
    if isinstance(answer, str):
        parts = (_NUMBERING.sub("", part) for part in _SEPARATOR.split(answer))
        found = tuple(chosen(options, part) for part in parts if fold(part))
        if None in found:
            found = tuple(chosen(options, part) for part in answer.split())
    elif isinstance(answer, Sequence):
        found = tuple(chosen(options, part) for part in answer)
    else:
        found = (chosen(options, answer),)
    return tuple(key for key in found if key is not None) if None not in found else None


def check_options(options: Mapping[str, Text]) -> None:
    """Refuse options that an answer could not tell apart.

    Raises:
        ValueError: there are fewer than two, or two of them read the same.
    """
    if len(options) < 2:
        raise ValueError("expected at least two options")
    owners: dict[str, str] = {}
    for key, names in _names(options).items():
        if not fold(key):
            raise ValueError(f"{key!r} cannot be typed as an answer")
        for name in names:
            if owners.setdefault(name, key) != key:
                raise ValueError(f"{owners[name]!r} and {key!r} read the same: {name!r}")


def check_keys(field: str, keys: Sequence[str], options: Mapping[str, Text]) -> None:
    """Refuse keys that are no options, or that stand there twice.

    Raises:
        ValueError: naming the field, the key and the options.
    """
    for key in keys:
        if key not in options:
            raise ValueError(f"{field}: {key!r} is none of {', '.join(options)}")
    if len(set(keys)) != len(keys):
        raise ValueError(f"{field}: a key stands there twice")


def _names(options: Mapping[str, Text]) -> Mapping[str, frozenset[str]]:
    """Return, for each key, the folded forms that mean it; a key itself wins over another option's text."""
    keys = {fold(key) for key in options}
    return {
        key: frozenset(
            {fold(key)}
            | {fold(text) for text in (option.bn, option.en)} - (keys - {fold(key)})
            | {fold(f"{key} {text}") for text in (option.bn, option.en)}
        )
        for key, option in options.items()
    }
