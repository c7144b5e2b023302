"""Kinds of single values: how each is read, what an editor may accept, and what a person is told."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from difflib import get_close_matches
from typing import Any

from grader.config.nodes import Node, Scalar
from grader.errors import Problem
from grader.model.units import Unit, parse

Schema = dict[str, Any]

_WHOLE = re.compile(r"[-+]?(0|[1-9][0-9]*)")
_REAL = re.compile(r"[-+]?((0|[1-9][0-9]*)(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?")
_LONGEST_NUMBER = 30  # characters


class RefusedError(ValueError):
    """A value is not what its key takes."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message, hint)
        self.message = message
        self.hint = hint


@dataclass(frozen=True, kw_only=True)
class Item:
    """A value that was read, and its node, for whoever finds fault with it later."""

    node: Node
    value: Any  # of a scalar: plain; of a list: a tuple of items; of a mapping: items by key

    def plain(self) -> Any:
        """Return the value without places."""
        if isinstance(self.value, tuple):
            return tuple(item.plain() for item in self.value)
        if isinstance(self.value, Mapping):
            return {key: item.plain() for key, item in self.value.items()}
        return self.value


class Kind(ABC):
    """One sort of value."""

    @property
    @abstractmethod
    def words(self) -> str:
        """What a person is told to write."""

    @property
    def parts(self) -> tuple["Kind", ...]:
        """The kinds of which this one is made."""
        return ()

    @abstractmethod
    def read(self, node: Node, problems: list[Problem]) -> Item | None:
        """Return what a node says; None, and at least one more problem, if that is not of this kind."""

    @abstractmethod
    def schema(self) -> Schema:
        """Return the JSON Schema of this kind."""


class ScalarKind(Kind):
    """A single value."""

    def read(self, node: Node, problems: list[Problem]) -> Item | None:
        """Return what a node says."""
        try:
            if not isinstance(node, Scalar):
                raise self.unlike(node)
            return Item(node=node, value=self.value(node))
        except RefusedError as error:
            problems.append(node.place.problem(error.message, error.hint))
            return None

    @abstractmethod
    def value(self, scalar: Scalar) -> Any:
        """Return the value that is written. Raises RefusedError."""

    def unlike(self, node: Node, hint: str = "") -> RefusedError:
        """Return the refusal of a node that is something else."""
        return RefusedError(f"expected {self.words}, got {node.words}", hint)


@dataclass(frozen=True, kw_only=True)
class Str(ScalarKind):
    """A text; what YAML takes for a boolean, a date or nothing has to be quoted."""

    words: str = "a text"
    pattern: str = ""  # that the whole text has to match; the same in Python and in JSON Schema
    numbers: bool = False  # whether a number without quotes is taken as it is written

    def value(self, scalar: Scalar) -> str:
        """Return the text."""
        if scalar.tag not in ({"str", "int", "float"} if self.numbers else {"str"}):
            raise self.unlike(scalar, _quote_it(scalar))
        if not scalar.text.strip() or (self.pattern and not re.fullmatch(self.pattern, scalar.text)):
            raise self.unlike(scalar)
        return scalar.text

    def schema(self) -> Schema:
        """Return the JSON Schema of this kind."""
        kinds: str | list[str] = ["string", "number"] if self.numbers else "string"
        return {"type": kinds, **({"pattern": self.pattern} if self.pattern else {"minLength": 1})}


@dataclass(frozen=True, kw_only=True)
class Bool(ScalarKind):
    """`true` or `false`; YAML's `yes` and `no` are refused, since editors read them as texts."""

    words: str = "true or false"

    def value(self, scalar: Scalar) -> bool:
        """Return the boolean."""
        if scalar.tag != "bool" or scalar.text not in {"true", "false"}:
            raise self.unlike(scalar)
        return scalar.text == "true"

    def schema(self) -> Schema:
        """Return the JSON Schema of this kind."""
        return {"type": "boolean"}


@dataclass(frozen=True, kw_only=True)
class Whole(ScalarKind):
    """A whole number, in decimal digits: YAML's `010` and `1_000` mean something else than they seem."""

    least: int | None = None

    @property
    def words(self) -> str:
        """What a person is told to write."""
        return "a whole number" + ("" if self.least is None else f" of at least {self.least}")

    def value(self, scalar: Scalar) -> int:
        """Return the number."""
        if scalar.tag != "int" or not _WHOLE.fullmatch(scalar.text) or len(scalar.text) > _LONGEST_NUMBER:
            raise self.unlike(scalar)
        number = int(scalar.text)
        if self.least is not None and number < self.least:
            raise self.unlike(scalar)
        return number

    def schema(self) -> Schema:
        """Return the JSON Schema of this kind."""
        return {"type": "integer", **({} if self.least is None else {"minimum": self.least})}


@dataclass(frozen=True, kw_only=True)
class Real(ScalarKind):
    """A number without a unit."""

    of: Callable[[str], float | Decimal] = float
    positive: bool = False

    @property
    def words(self) -> str:
        """What a person is told to write."""
        return "a number above 0" if self.positive else "a number"

    def value(self, scalar: Scalar) -> float | Decimal:
        """Return the number, made of the text as it is written."""
        if scalar.tag not in {"int", "float"} or not _REAL.fullmatch(scalar.text) or len(scalar.text) > _LONGEST_NUMBER:
            raise self.unlike(scalar)
        number = self.of(scalar.text)
        if self.positive and number <= 0:
            raise self.unlike(scalar)
        return number

    def schema(self) -> Schema:
        """Return the JSON Schema of this kind."""
        return {"type": "number", **({"exclusiveMinimum": 0} if self.positive else {})}


@dataclass(frozen=True, kw_only=True)
class Amount(ScalarKind):
    """A number with its unit."""

    unit: Unit
    of: Callable[[float], float | Decimal] = float
    positive: bool = False

    @property
    def words(self) -> str:
        """What a person is told to write."""
        return self.unit.words

    def value(self, scalar: Scalar) -> float | Decimal:
        """Return the amount in its base unit."""
        if scalar.tag in {"int", "float"}:
            raise self.unlike(scalar, "the unit is missing")
        try:
            amount = self.of(parse(scalar.text, self.unit))
        except ValueError as error:
            raise RefusedError(str(error)) from error
        if self.positive and amount <= 0:
            raise RefusedError(f"expected more than nothing, got {scalar.text!r}")
        return amount

    def schema(self) -> Schema:
        """Return the JSON Schema of this kind."""
        return {"type": "string", "pattern": self.unit.pattern}


@dataclass(frozen=True, kw_only=True)
class OneOf(ScalarKind):
    """One of some names."""

    noun: str  # "a data type"
    names: Callable[[], Sequence[str]]

    @property
    def words(self) -> str:
        """What a person is told to write."""
        return f"{self.noun}: {', '.join(map('`{}`'.format, self.names()))}"

    def value(self, scalar: Scalar) -> str:
        """Return the name."""
        names = self.names()
        if scalar.text not in names:
            raise RefusedError(f"expected {self.noun}, got {scalar.words}", nearest(scalar.text, names))
        return scalar.text

    def schema(self) -> Schema:
        """Return the JSON Schema of this kind."""
        return {"enum": list(self.names())}


@dataclass(frozen=True, kw_only=True)
class Plain(ScalarKind):
    """A number, a text, a boolean or nothing: the value of a parameter."""

    words: str = "a number, a text, true, false or null"
    # What each of YAML's tags is read by; a date is none of them.
    by: Mapping[str, ScalarKind] = field(
        default_factory=lambda: {"int": Whole(), "float": Real(), "bool": Bool(), "str": Str()}
    )

    def value(self, scalar: Scalar) -> object:
        """Return the value."""
        if scalar.tag == "null" and scalar.text:
            return None
        if scalar.tag not in self.by:
            raise self.unlike(scalar, _quote_it(scalar))
        return self.by[scalar.tag].value(scalar)

    def schema(self) -> Schema:
        """Return the JSON Schema of this kind."""
        return {"type": ["number", "string", "boolean", "null"]}


def _quote_it(scalar: Scalar) -> str:
    return f"if it is a text, put it in quotes: {scalar.text!r}" if scalar.text else ""


def nearest(name: str, names: Sequence[str]) -> str:
    """Return a hint: the nearest of some names, or all of them."""
    near = get_close_matches(name, names, n=1)
    if near:
        return f"did you mean {near[0]!r}?"
    return f"there are: {', '.join(names)}" if names else "there are none"
