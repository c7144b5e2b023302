"""Kinds of values that hold others: lists, mappings, and records, which are mappings with known keys."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches

from grader.config.kinds import Item, Kind, RefusedError, ScalarKind, Schema, Str, nearest
from grader.config.nodes import Entry, List, Map, Node, Scalar
from grader.errors import Problem
from grader.model.text import Text

_TYPO = 0.8  # likeness of two keys from which one is taken for a slip of the other


@dataclass(frozen=True, kw_only=True)
class ListOf(Kind):
    """A list of values of one kind."""

    of: Kind
    least: int = 0

    @property
    def words(self) -> str:
        """What a person is told to write."""
        return f"a list, each {self.of.words}"

    @property
    def parts(self) -> tuple[Kind, ...]:
        """The kinds of which this one is made."""
        return (self.of,)

    def read(self, node: Node, problems: list[Problem]) -> Item | None:
        """Return the items that could be read."""
        if not isinstance(node, List):
            hint = f"write [{node.text}]" if isinstance(node, Scalar) and node.text else ""
            problems.append(node.place.problem(f"expected a list, got {node.words}", hint))
            return None
        if len(node.items) < self.least:
            problems.append(node.place.problem(f"expected at least {self.least} in this list, got {len(node.items)}"))
        items = (self.of.read(item, problems) for item in node.items)
        return Item(node=node, value=tuple(item for item in items if item))

    def schema(self) -> Schema:
        """Return the JSON Schema of this kind."""
        return {"type": "array", "items": self.of.schema(), **({"minItems": self.least} if self.least else {})}


@dataclass(frozen=True, kw_only=True)
class MapOf(Kind):
    """A mapping whose keys the author chooses."""

    of: Kind
    keys: Str = field(default_factory=lambda: Str(numbers=True))
    what: str = ""  # what a person calls it
    least: int = 0

    @property
    def words(self) -> str:
        """What a person is told to write."""
        return self.what or f"a mapping, each value {self.of.words}"

    @property
    def parts(self) -> tuple[Kind, ...]:
        """The kinds of which this one is made."""
        return (self.of,)

    def read(self, node: Node, problems: list[Problem]) -> Item | None:
        """Return the values that could be read, by their keys."""
        if not isinstance(node, Map):
            problems.append(node.place.problem(f"expected a mapping, got {node.words}"))
            return None
        if len(node.entries) < self.least:
            problems.append(node.place.problem(f"expected at least {self.least} in this mapping"))
        found = ((key, read_named(entry, self.keys, self.of, problems)) for key, entry in node.entries.items())
        return Item(node=node, value={key: item for key, item in found if item})

    def schema(self) -> Schema:
        """Return the JSON Schema of this kind."""
        names = {"propertyNames": {"pattern": self.keys.pattern}} if self.keys.pattern else {}
        least = {"minProperties": self.least} if self.least else {}
        return {"type": "object", "additionalProperties": self.of.schema(), **names, **least}


@dataclass(frozen=True, kw_only=True)
class Field:
    """One key of a record."""

    key: str
    kind: Kind
    doc: str  # one or two sentences of Markdown, for the page and for editors
    required: bool = True
    default: str = ""  # what holds where the key is left out, in words
    # (sibling, values): where the sibling has such a value the key must be absent, elsewhere it is as `required` says.
    unless: tuple[str, tuple[str | bool, ...]] | None = None


@dataclass(frozen=True, kw_only=True)
class Record(Kind):
    """A mapping with known keys."""

    name: str  # "an exercise"
    fields: tuple[Field, ...]
    doc: str = ""  # introduces its table on the page
    others: tuple[Str, Kind] | None = None  # what further keys, of the author's choice, look like and hold

    @property
    def words(self) -> str:
        """What a person is told to write."""
        return self.name

    @property
    def parts(self) -> tuple[Kind, ...]:
        """The kinds of which this one is made."""
        return (*(field.kind for field in self.fields), *(self.others[1:] if self.others else ()))

    def read(self, node: Node, problems: list[Problem]) -> Item | None:
        """Return the values that could be read, by their keys, in the order of the file."""
        if not isinstance(node, Map):
            problems.append(node.place.problem(f"expected {self.name}, a mapping, got {node.words}"))
            return None
        fields = {field.key: field for field in self.fields}
        found: dict[str, Item | None] = {}
        for key, entry in node.entries.items():
            if key in fields:
                found[key] = fields[key].kind.read(entry.value, problems)
            elif self.others and not get_close_matches(key, fields, n=1, cutoff=_TYPO):
                found[key] = read_named(entry, *self.others, problems)
            else:
                hint = nearest(key, tuple(key for key in fields if key not in node.entries))
                problems.append(entry.key.place.problem(f"{self.name} has no key {key!r}", hint))
        items = {key: item for key, item in found.items() if item}
        problems += (problem for field in self.fields for problem in self._presence(field, node, items))
        return Item(node=node, value=items)

    def _presence(self, field: Field, node: Map, items: dict[str, Item]) -> Iterator[Problem]:
        sibling, values = field.unless or ("", ())
        excluded = sibling in items and items[sibling].value in values
        if excluded and field.key in node.entries:
            place, value = node.entries[field.key].key.place, yaml(items[sibling].value)
            yield place.problem(f"{field.key!r} has no place where `{sibling}` is `{value}`", "delete it")
        if field.required and not excluded and field.key not in node.entries:
            yield node.place.problem(f"{self.name} needs the key {field.key!r}: {field.kind.words}")

    def schema(self) -> Schema:
        """Return the JSON Schema of this kind."""
        always = [field.key for field in self.fields if field.required and not field.unless]
        schema: Schema = {
            "type": "object",
            "properties": {field.key: {"description": field.doc, **field.kind.schema()} for field in self.fields},
            "required": always,
            "additionalProperties": self.others[1].schema() if self.others else False,
        }
        conditions = [_condition(field) for field in self.fields if field.unless]
        return {**schema, "allOf": conditions} if conditions else schema


@dataclass(frozen=True, kw_only=True)
class Bilingual(Kind):
    """A text in both languages."""

    words: str = "a text in both languages, `{bn: …, en: …}`"

    def read(self, node: Node, problems: list[Problem]) -> Item | None:
        """Return the Text, if both languages are there."""
        item = _BOTH.read(node, problems)
        if item is None or set(item.value) != {"bn", "en"}:
            return None
        return Item(node=node, value=Text(**item.plain()))

    def schema(self) -> Schema:
        """Return the JSON Schema of this kind."""
        return _BOTH.schema()


_BOTH = Record(
    name="a text in both languages",
    fields=(
        Field(key="bn", kind=Str(words="a text in Bangla", numbers=True), doc="In Bangla."),
        Field(key="en", kind=Str(words="a text in English", numbers=True), doc="In English."),
    ),
)


@dataclass(frozen=True, kw_only=True)
class Optional(Kind):
    """A value that may be null."""

    of: Kind

    @property
    def words(self) -> str:
        """What a person is told to write."""
        return f"{self.of.words}, or null"

    @property
    def parts(self) -> tuple[Kind, ...]:
        """The kinds of which this one is made."""
        return (self.of,)

    def read(self, node: Node, problems: list[Problem]) -> Item | None:
        """Return None in an item for null, and what the kind says otherwise."""
        if isinstance(node, Scalar) and node.tag == "null":
            return Item(node=node, value=None)
        return self.of.read(node, problems)

    def schema(self) -> Schema:
        """Return the JSON Schema of this kind."""
        return {"anyOf": [{"type": "null"}, self.of.schema()]}


@dataclass(frozen=True, kw_only=True)
class Either(Kind):
    """Two kinds, told apart by a look at the node."""

    first: Kind
    second: Kind
    is_first: Callable[[Node], bool]

    @property
    def words(self) -> str:
        """What a person is told to write."""
        return f"{self.first.words}; or {self.second.words}"

    @property
    def parts(self) -> tuple[Kind, ...]:
        """The kinds of which this one is made."""
        return (self.first, self.second)

    def read(self, node: Node, problems: list[Problem]) -> Item | None:
        """Return what the fitting kind says."""
        return (self.first if self.is_first(node) else self.second).read(node, problems)

    def schema(self) -> Schema:
        """Return the JSON Schema of this kind."""
        return {"anyOf": [self.first.schema(), self.second.schema()]}


def read_named(entry: Entry, keys: ScalarKind, of: Kind, problems: list[Problem]) -> Item | None:
    """Return the value of an entry whose key the author chose."""
    try:
        keys.value(Scalar(place=entry.key.place, text=entry.key.text, tag="str"))
    except RefusedError as error:
        problems.append(entry.key.place.problem(error.message, error.hint))
    return of.read(entry.value, problems)


def _condition(field: Field) -> Schema:
    sibling, values = field.unless or ("", ())
    then: Schema = {"if": {"properties": {sibling: {"enum": list(values)}}, "required": [sibling]}}
    then["then"] = {"properties": {field.key: False}}
    return {**then, "else": {"required": [field.key]}} if field.required else then


def yaml(value: object) -> str:
    """Return a value as an author writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
