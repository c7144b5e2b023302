"""The typed placeholders of the message catalogue, and how each is filled: `{n:int}`, `{name:code}`."""

import numbers
import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal

from grader.feedback.numerals import Numerals
from grader.model.evidence import Place
from grader.model.text import Text

_TOKEN = re.compile(r"(`[^`]*`)|\{([a-z][a-z0-9_]*):([a-z]+)\}")
_ESCAPE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\-_])")  # ANSI: CSI, OSC, others
# A place as `Place` writes it, or the part of one that is known.
_PLACE = re.compile(r"(?:cell (?P<cell>[0-9]{1,9}))?(?:(?(cell), )line (?P<line>[0-9]{1,9}))?")
_IN_FILE = re.compile(r"(?P<file>.+):(?P<line>[0-9]{1,9})", re.DOTALL)
_JOINERS = "\u200c\u200d"  # Bangla spelling needs them
_LONGEST = 200  # characters of a quoted value
_MOST = 12  # items of a quoted list


@dataclass(frozen=True, kw_only=True)
class Placeholder:
    """One typed gap in a text."""

    name: str
    type: str


def parse(template: str) -> tuple[str | Placeholder, ...]:
    """Split a text at its placeholders; braces inside a code span are plain text."""
    parts: list[str | Placeholder] = []
    end = 0
    for token in _TOKEN.finditer(template):
        if token[1]:
            continue
        parts += [template[end : token.start()], Placeholder(name=token[2], type=token[3])]
        end = token.end()
    return tuple(part for part in (*parts, template[end:]) if part != "")


def placeholders(template: str) -> frozenset[Placeholder]:
    """Return the placeholders of a text."""
    return frozenset(part for part in parse(template) if isinstance(part, Placeholder))


def fill(template: str, params: Mapping[str, object], numerals: Numerals) -> str:
    """Return a text with its placeholders filled.

    Raises:
        KeyError: a parameter is missing, or a placeholder has a type that does not exist.
        TypeError: a parameter has the wrong type.
    """
    return "".join(
        part if isinstance(part, str) else TYPES[part.type](params[part.name], numerals) for part in parse(template)
    )


def clean(value: str, longest: int = _LONGEST) -> str:
    """Return foreign text on one line, without control, escape or direction characters, cut to a length."""
    flat = re.sub(r"\s+", " ", _ESCAPE.sub("", value)).strip()
    kept = "".join(c for c in flat if c in _JOINERS or not unicodedata.category(c).startswith("C"))
    return kept if len(kept) <= longest else kept[: longest - 1] + "…"


def quoted(value: object) -> str:
    """Return a foreign value as a code span that it cannot break out of.

    Raises:
        TypeError: the value is neither a text nor a number.
    """
    if not isinstance(value, (str, numbers.Number, Decimal)):
        raise TypeError(f"expected a text or a number, got {value!r}")
    # U+02CB looks like the backtick that would end the span.
    text = clean(str(value)).replace("`", "ˋ")
    return f"`{text}`" if text else '`""`'


def _listed(value: object, one: Callable[[object, Numerals], str], numerals: Numerals) -> str:
    if not isinstance(value, (list, tuple)):
        raise TypeError(f"expected a list of texts, got {value!r}")
    if not value:
        return "একটিও নেই" if numerals.language == "bn" else "none"
    return ", ".join(one(each, numerals) for each in value[:_MOST]) + (", …" if len(value) > _MOST else "")


def place(value: object, numerals: Numerals) -> str:
    """Return a place in the student's source in words: "line 12 of `vec_add.py`".

    Args:
        value: a `Place`, or what it is as a text; a text of another form is quoted.
        numerals: of the wanted language.

    Raises:
        TypeError: the value is neither a place nor a text.
    """
    if not isinstance(value, str | Place):
        raise TypeError(f"expected a place, got {value!r}")
    text, bangla = str(value), numerals.language == "bn"
    if text == "?":
        return "জানা যায়নি" if bangla else "a place that is not known"
    if found := _IN_FILE.fullmatch(text):
        line, file = numerals.integer(int(found["line"])), quoted(found["file"])
        return f"{file}-এর {line} নম্বর লাইন" if bangla else f"line {line} of {file}"
    found = _PLACE.fullmatch(text)
    if not text or not found:
        return quoted(text)
    cell, line = (found[name] and numerals.integer(int(found[name])) for name in ("cell", "line"))
    if bangla:
        return "-এর ".join(filter(None, (cell and f"{cell} নম্বর cell", line and f"{line} নম্বর লাইন")))
    return ", ".join(filter(None, (cell and f"cell {cell}", line and f"line {line}")))


def _moment(value: object, numerals: Numerals) -> str:
    if not isinstance(value, str):
        raise TypeError(f"expected a moment, got {value!r}")
    return clean(numerals.moment(value))


def _bilingual(value: object, numerals: Numerals) -> str:
    if isinstance(value, Text):
        return value.of(numerals.language)
    # A text that has been through JSON or YAML.
    if isinstance(value, Mapping) and isinstance(value.get(numerals.language), str):
        return str(value[numerals.language])
    raise TypeError(f"expected a text in two languages, got {value!r}")


TYPES: Mapping[str, Callable[[object, Numerals], str]] = {
    "int": lambda value, numerals: numerals.integer(value),
    "num": lambda value, numerals: numerals.number(value),
    "ms": lambda value, numerals: numerals.milliseconds(value),
    "s": lambda value, numerals: numerals.seconds(value),
    "gb": lambda value, numerals: numerals.gigabytes(value),
    "mb": lambda value, numerals: numerals.megabytes(value),
    "ratio": lambda value, numerals: numerals.times(value),
    "pct": lambda value, numerals: numerals.percent(value),
    "moment": _moment,
    "code": lambda value, _: quoted(value),
    "codes": lambda value, numerals: _listed(value, lambda each, _: quoted(each), numerals),
    "place": place,
    "places": lambda value, numerals: _listed(value, place, numerals),
    "text": _bilingual,
}
