"""A YAML file as a small tree in which every value knows where it stands."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from grader.errors import Problem, UsageError
from grader.text.paths import shown

_MAX_BYTES = 1_000_000  # of one file
_MAX_VALUES = 50_000  # once aliases are written out
_MAX_DEPTH = 60  # of nesting

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_TAG = "tag:yaml.org,2002:"
_KINDS = {
    "str": "a text", "int": "a whole number", "float": "a number", "bool": "a boolean", "null": "nothing",
    "timestamp": "a date", "merge": "the merge key",
}  # fmt: skip
_NUMBER = re.compile(r"[-+]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where a value stands."""

    file: str
    line: int = 0  # from 1; 0 when the whole file is meant
    column: int = 0  # from 1; 0 when the whole file is meant

    def problem(self, message: str, hint: str = "") -> Problem:
        """Return a problem that stands here."""
        return Problem(file=self.file, line=self.line, column=self.column, message=message, hint=hint)


@dataclass(frozen=True, kw_only=True)
class Scalar:
    """A single value, as it is written."""

    place: Place
    text: str
    tag: str  # what YAML takes it for: a key of _KINDS; anything in quotes is `str`

    @property
    def words(self) -> str:
        """What a person would call it."""
        if self.tag == "null":
            return "nothing"
        return f"{_KINDS[self.tag]}, {_quoted(self.text)}" if self.text else "an empty text"


@dataclass(frozen=True, kw_only=True)
class List:
    """A sequence."""

    place: Place
    items: tuple["Node", ...]
    words = "a list"


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A key and its value."""

    key: Scalar
    value: "Node"


@dataclass(frozen=True, kw_only=True)
class Map:
    """A mapping, in the order of the file, with its merge keys written out."""

    place: Place
    entries: Mapping[str, Entry]  # by the text of the key
    words = "a mapping"


Node = Scalar | List | Map


def read(path: Path) -> tuple[Node | None, tuple[Problem, ...]]:
    """Return the tree of a YAML file and the problems of its form; no tree if it cannot be parsed.

    Raises:
        UsageError: the file cannot be opened.
    """
    top = Place(file=shown(path))
    tree = _Tree(file=top.file)
    try:
        node = tree.node(_composed(_decoded(_bytes(path, top), top), top))
    except _UnfitError as error:
        return None, (error.problem,)
    return node, tuple(tree.problems)


def _quoted(text: str) -> str:
    return repr(text) if len(text) <= 60 else repr(text[:57] + "…")


class _UnfitError(Exception):
    """A file of which no tree can be made."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem


def _bytes(path: Path, top: Place) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(_MAX_BYTES + 1)
    except OSError as error:
        raise UsageError(f"cannot read {top.file}: {error.strerror}") from error
    if len(data) > _MAX_BYTES:
        raise _UnfitError(top.problem(f"expected at most {_MAX_BYTES // 1000} kB, the file is larger"))
    return data


def _decoded(data: bytes, top: Place) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        place = Place(file=top.file, line=line, column=column)
        raise _UnfitError(place.problem("expected UTF-8", "save the file as UTF-8")) from error
    if found := _CONTROL.search(text):
        at = found.start()
        place = Place(file=top.file, line=text.count("\n", 0, at) + 1, column=at - text.rfind("\n", 0, at))
        raise _UnfitError(place.problem(f"a control character, U+{ord(found[0]):04X}, stands here", "delete it"))
    return text


def _composed(text: str, top: Place) -> yaml.Node:
    try:
        if max(_depths(text)) > _MAX_DEPTH:  # looked at first, since composing is recursive, in C
            raise _UnfitError(top.problem(f"nested more than {_MAX_DEPTH} deep"))
        raw = yaml.compose(text, Loader=_LOADER)
    except yaml.YAMLError as error:
        raise _UnfitError(_syntax(error, text, top)) from error
    if raw is None:
        raise _UnfitError(top.problem("the file is empty"))
    return raw


def _depths(text: str) -> Iterator[int]:
    depth = 0
    for event in yaml.parse(text, Loader=_LOADER):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        yield depth


def _syntax(error: yaml.YAMLError, text: str, top: Place) -> Problem:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    said = " ".join(filter(None, (getattr(error, "context", None), getattr(error, "problem", None)))) or str(error)
    if mark is None:
        return top.problem(f"not YAML: {said}")
    lines = text.split("\n")
    hint = "indent with spaces: a tab stands in this line" if "\t" in lines[min(mark.line, len(lines) - 1)] else ""
    return Place(file=top.file, line=mark.line + 1, column=mark.column + 1).problem(f"not YAML: {said}", hint)


class _Tree:
    """One file on its way from PyYAML's nodes to ours."""

    def __init__(self, *, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []
        self._values = 0

    def node(self, raw: yaml.Node, depth: int = 0) -> Node:
        self._values += 1
        if self._values > _MAX_VALUES or depth > _MAX_DEPTH:  # an alias may even stand inside of its own anchor
            top = Place(file=self.file)
            raise _UnfitError(top.problem("its aliases (*name) stand for more than any assignment needs"))
        place = Place(file=self.file, line=raw.start_mark.line + 1, column=raw.start_mark.column + 1)
        tag = raw.tag.removeprefix(_TAG)
        if tag == "value":  # a lone `=`
            tag = "str"
        if tag == "str" and isinstance(raw, yaml.ScalarNode) and not raw.style and _NUMBER.fullmatch(raw.value):
            tag = "float"  # `1e5` and `08`: numbers to everyone but YAML 1.1
        if tag not in {*_KINDS, "seq", "map"}:
            self.problems.append(place.problem(f"the tag {raw.tag} means nothing here", "delete it"))
            tag = "str"
        if isinstance(raw, yaml.ScalarNode):
            return Scalar(place=place, text=raw.value, tag=tag if tag in _KINDS else "str")
        if isinstance(raw, yaml.SequenceNode):
            return List(place=place, items=tuple(self.node(item, depth + 1) for item in raw.value))
        return Map(place=place, entries=self._entries(raw, depth))

    def _entries(self, raw: yaml.Node, depth: int) -> Mapping[str, Entry]:
        own: dict[str, Entry] = {}
        merged: list[Entry] = []
        for raw_key, raw_value in raw.value:
            key, value = self.node(raw_key, depth + 1), self.node(raw_value, depth + 1)
            if not isinstance(key, Scalar):
                self.problems.append(key.place.problem(f"expected a name as the key, got {key.words}"))
            elif key.tag == "merge":
                merged += self._merged(value)
            elif first := own.get(key.text):
                at = first.key.place.line
                self.problems.append(key.place.problem(f"{key.text!r} stands here twice", f"first in line {at}"))
            else:
                own[key.text] = Entry(key=key, value=value)
        for entry in merged:
            own.setdefault(entry.key.text, entry)
        return own

    def _merged(self, value: Node) -> Iterable[Entry]:
        """Return what `<<:` brings in; of several mappings the first to give a key wins."""
        for node in value.items if isinstance(value, List) else (value,):
            if isinstance(node, Map):
                yield from node.entries.values()
            else:
                self.problems.append(node.place.problem(f"<< expects a mapping, got {node.words}"))
