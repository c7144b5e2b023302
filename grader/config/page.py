"""The page of documentation of the format, made from the same table as the reader."""

from collections.abc import Iterator
from pathlib import Path

from grader import registry
from grader.config import options
from grader.config.kinds import Kind
from grader.config.shapes import Field, Record, yaml
from grader.config.table import ASSIGNMENT, COURSE
from grader.model.units import UNITS

_HEAD = """\
<!-- Generated: python -m grader.config > docs/assignment-format.md -->
# What an author writes

A course is one `grader.yaml`. Each assignment is one folder with an `assignment.yaml`, and a folder of the same name
under `reference/` that no student may see:

```
grader.yaml
assignments/vec_add/
    assignment.yaml
    starter/vec_add.py     what a student begins with
    mistakes/no_guard.py   known-wrong programs, each with the message that it must get
    honest/grid_stride.py  right but different programs
reference/vec_add/
    solution.py            a submission that gets all points
    oracle.py              computes what is right
```

An assignment is one or more *exercises*. An exercise is run on *cases*, and judged by *checks*, the lines of its
rubric. Five rules hold everywhere:

* Every sentence for students stands there in Bangla and in English: `{bn: …, en: …}`.
* An amount carries its unit: `20 s`, never `20`.
* What YAML would take for a boolean, a date or a number is put in quotes where a text is meant: `"no"`, `"2026-12-15"`.
* A path is relative to the folder that its key names, and stays inside of it.
* Nothing is run while one problem stands. All problems of all files are reported at once, with line and column.

`grader schema assignment` and `grader schema course` print JSON Schemas of the two files, with which an editor
completes and checks them while you write.
"""


def reference_page() -> str:
    """Return the page, in Markdown.

    Raises:
        PluginError: a plugin cannot be loaded.
    """
    example = Path(__file__).with_name("example.yaml").read_text(encoding="utf-8")
    parts = [_HEAD, f"## An example\n\n```yaml\n{example}```\n", *_sections("`assignment.yaml`", ASSIGNMENT)]
    parts += ["## Kinds of checks\n\nThe further keys of a check, by its `kind`.\n", *_checks()]
    parts += ["## Languages\n", "".join(_languages())]
    parts += _sections("`grader.yaml`", COURSE)
    parts += ["## Units\n", "".join(f"* {unit.words[0].upper()}{unit.words[1:]}\n" for unit in UNITS)]
    return "\n".join(parts)


def _sections(title: str, top: Record) -> Iterator[str]:
    yield f"## {title}\n"
    yield _table(top.fields)
    for record in {record.name: record for record in _records(top)}.values():
        yield f"### {record.name[0].upper()}{record.name[1:]}\n"
        if record.doc:
            yield f"{record.doc}\n"
        yield _table(record.fields)


def _records(kind: Kind) -> Iterator[Record]:
    """Yield the records of which a kind is made, in the order in which a reader meets them."""
    for part in kind.parts:
        if isinstance(part, Record):
            yield part
        yield from _records(part)


def _checks() -> Iterator[str]:
    for name in registry.names("checks"):
        plugin = registry.load("checks", name)
        yield f"### `{name}`\n\n{_summary(plugin)}\n"
        own = options.fields(plugin)
        yield _table(own) if own else "It has no further keys.\n"


def _languages() -> Iterator[str]:
    for name in registry.names("languages"):
        yield f"* `{name}`: {_summary(registry.load('languages', name))}\n"


def _summary(plugin: type[object]) -> str:
    return (plugin.__doc__ or "").strip().partition("\n")[0]


def _table(fields: tuple[Field, ...]) -> str:
    rows = ["| key | value | if left out | meaning |", "|---|---|---|---|"]
    for field in fields:
        left_out = "an error" if field.required else field.default or "nothing"
        if field.unless:
            sibling, values = field.unless
            left_out += f"; must be left out where `{sibling}` is {' or '.join(f'`{yaml(value)}`' for value in values)}"
        cells = (f"`{field.key}`", field.kind.words, left_out, field.doc[:1].upper() + field.doc[1:])
        rows.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(rows) + "\n"
