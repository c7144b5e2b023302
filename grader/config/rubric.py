"""The kind of value that is a line of the rubric: common keys, and those of its plugin."""

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from grader import registry
from grader.config import options
from grader.config.kinds import Amount, Item, Kind, Real, Schema, Whole
from grader.config.names import LINE_ID, plugin
from grader.config.nodes import Map, Node, Scalar
from grader.config.shapes import Bilingual, Field, ListOf, Record
from grader.errors import Problem
from grader.model.units import Unit


def _limit(key: str, kind: Kind, doc: str, default: str) -> Field:
    return Field(key=key, kind=kind, doc=doc, required=False, default=f"that of the level above, else `{default}`")


_SECONDS, _BYTES = Amount(unit=Unit(base="s"), positive=True), Amount(unit=Unit(base="B"), of=int, positive=True)
LIMITS = Record(
    name="a set of limits",
    doc="What one run may use. A check's go before its exercise's, these before the assignment's and the course's.",
    fields=(
        _limit("wall", _SECONDS, "Time, by the judge's clock.", "20 s"),
        _limit("cpu", _SECONDS, "Processor time of all processes and threads together.", "60 s"),
        _limit("memory", _BYTES, "Memory, beside what the interpreter and its libraries take.", "4 GB"),
        _limit("processes", Whole(least=1), "Processes and threads at the same time.", "64"),
        _limit("files", Whole(least=16), "Open files of one process.", "256"),
        _limit("disk", _BYTES, "What is written to files.", "256 MB"),
        _limit("output", _BYTES, "What is printed; of a long text, head and tail are kept.", "16 MB"),
    ),
)

COMMON = Record(
    name="a check",
    doc="One line of the rubric. Its further keys depend on its `kind`, and are listed below.",
    fields=(
        Field(key="id", kind=LINE_ID, doc="Its name, once in an exercise."),
        Field(key="kind", kind=plugin("checks", "a kind of check"), doc="What it looks at."),
        Field(
            key="points",
            kind=Real(of=Decimal, positive=True),
            doc="What it is worth; a check of kind `construct` may leave it out, and is then worth nothing.",
        ),
        Field(
            key="needs",
            kind=ListOf(of=LINE_ID),
            doc="Checks of the same exercise that have to pass first; where one fails, this one is skipped.",
            required=False,
            default="none",
        ),
        Field(
            key="title",
            kind=Bilingual(),
            doc="What the report calls it.",
            required=False,
            default="the name of its kind",
        ),
        Field(
            key="limits",
            kind=LIMITS,
            doc="What a run of the cases that it looks at may use; no check with other limits may look at them.",
            required=False,
            default="the exercise's",
        ),
    ),
)

# A hint changes no mark, unless its author gives it points.
HINT = replace(
    COMMON,
    fields=tuple(
        replace(field, required=False, default="`0`") if field.key == "points" else field for field in COMMON.fields
    ),
)


@dataclass(frozen=True, kw_only=True)
class CheckKind(Kind):
    """A line of the rubric, whose further keys are the fields of the plugin that `kind` names."""

    words: str = "a check"

    @property
    def parts(self) -> tuple[Kind, ...]:
        """The kinds of which this one is made."""
        return (COMMON,)

    def read(self, node: Node, problems: list[Problem]) -> Item | None:
        """Return the values of all keys, once the plugin has agreed to its own."""
        entry = node.entries.get("kind") if isinstance(node, Map) else None
        name = entry.value.text if entry and isinstance(entry.value, Scalar) else ""
        if not isinstance(node, Map) or name not in registry.names("checks"):
            known = {field.key for field in COMMON.fields}  # of the other keys nothing can be said
            return COMMON.read(_only(node, known) if isinstance(node, Map) else node, problems)
        cls = registry.load("checks", name)
        own = options.fields(cls)
        before = len(problems)
        item = Record(name=f"a check of kind `{name}`", fields=(*_common(cls).fields, *own)).read(node, problems)
        if item and len(problems) == before:
            values = item.plain()
            problems += _refusals(cls, {field.key: values[field.key] for field in own if field.key in values}, node)
        return item

    def schema(self) -> Schema:
        """Return the JSON Schema of this kind."""
        common = COMMON.schema()
        del common["additionalProperties"]
        common["required"].remove("points")  # each kind says whether it needs them
        kinds = [_when(name, registry.load("checks", name)) for name in registry.names("checks")]
        return {**common, "allOf": kinds, "unevaluatedProperties": False}


def _only(node: Map, keys: set[str]) -> Map:
    return Map(place=node.place, entries={key: entry for key, entry in node.entries.items() if key in keys})


def _refusals(cls: type[Any], values: dict[str, Any], node: Map) -> list[Problem]:
    try:
        cls(**values)
    except ValueError as error:
        said = str(error)
        entry = node.entries.get(said.partition(":")[0])  # `answer: …` points at the key itself
        return [(entry.value.place if entry else node.place).problem(said)]
    return []


def _common(cls: type[Any]) -> Record:
    """Return the keys that a check has as every other."""
    return HINT if getattr(cls, "is_hint", False) else COMMON


def _when(name: str, cls: type[Any]) -> Schema:
    points = [field for field in _common(cls).fields if field.key == "points"]
    record = Record(name=name, fields=(*points, *options.fields(cls))).schema()
    then = {"properties": record["properties"], "required": record["required"]}
    return {"if": {"properties": {"kind": {"const": name}}, "required": ["kind"]}, "then": then}
