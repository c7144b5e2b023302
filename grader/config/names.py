"""The scalars of this format: names of all sorts, the version, and lengths."""

from dataclasses import dataclass
from datetime import datetime

from grader import registry
from grader.config.kinds import OneOf, RefusedError, ScalarKind, Schema, Str, Whole
from grader.config.nodes import Scalar
from grader.model.values import DTYPES, FAMILIES
from grader.text.moments import PATTERN, WORDS, moment

ID = Str(words="a name of small letters, digits and _", pattern="^[a-z][a-z0-9_]*$")
LINE_ID = Str(words="a name of small letters, digits, _ and -", pattern="^[a-z][a-z0-9_-]*$")
NAME = Str(words="a name as in Python", pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")
FILE = Str(words="a file, by its path relative to its folder", pattern=r"^[^\\]+$")
CODE_FILE = Str(words="a `.py` or `.cu` file, by its path relative to its folder", pattern=r"^[^\\]+\.(py|cu)$")
FUNCTION = Str(words="a function, `file.py:name`", pattern=r"^[^\\:]+\.py:[A-Za-z_][A-Za-z0-9_]*$")
CODE = Str(words="the code of a message, such as `cuda.bounds-guard`", pattern=r"^[a-z0-9]+(\.[a-z0-9-]+)+$")
DTYPE = OneOf(noun="a data type", names=lambda: tuple(DTYPES))
FAMILY = OneOf(noun="a family of values", names=lambda: FAMILIES)


@dataclass(frozen=True, kw_only=True)
class Version(ScalarKind):
    """The version of the format, of which there is one so far."""

    words: str = "the version of the format, `1`"

    def value(self, scalar: Scalar) -> int:
        """Return the version."""
        if (scalar.tag, scalar.text) != ("int", "1"):
            raise self.unlike(scalar)
        return 1

    def schema(self) -> Schema:
        """Return the JSON Schema of this kind."""
        return {"const": 1}


@dataclass(frozen=True, kw_only=True)
class Length(ScalarKind):
    """One length of a shape."""

    words: str = "a length: a whole number of at least 1, or the name of a case parameter"

    def value(self, scalar: Scalar) -> int | str:
        """Return the number or the name."""
        try:
            return Whole(least=1).value(scalar) if scalar.tag == "int" else str(NAME.value(scalar))
        except RefusedError as error:
            raise self.unlike(scalar) from error

    def schema(self) -> Schema:
        """Return the JSON Schema of this kind."""
        return {"anyOf": [Whole(least=1).schema(), NAME.schema()]}


@dataclass(frozen=True, kw_only=True)
class Moment(ScalarKind):
    """A moment; YAML may take it for a date, or it stands in quotes."""

    words: str = WORDS

    def value(self, scalar: Scalar) -> datetime:
        """Return the moment, with its offset from UTC."""
        if scalar.tag not in {"timestamp", "str"}:
            raise self.unlike(scalar)
        try:
            return moment(scalar.text)
        except ValueError as error:
            raise RefusedError(str(error)) from error

    def schema(self) -> Schema:
        """Return the JSON Schema of this kind."""
        return {"type": "string", "pattern": PATTERN}


def plugin(kind: str, noun: str, *more: str) -> OneOf:
    """Return the kind of value that names a plugin."""
    return OneOf(noun=noun, names=lambda: (*more, *registry.names(kind)))
