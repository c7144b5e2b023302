"""The keys of one kind of check: read from the fields of its plugin's class, so that they are written down once."""

import ast
import dataclasses
import inspect
import io
import textwrap
import tokenize
import types
from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from grader.config.kinds import Amount, Bool, Kind, Real, Str, Whole
from grader.config.shapes import Bilingual, Field, ListOf, MapOf, Optional
from grader.errors import PluginError
from grader.model.text import Text
from grader.model.units import Unit

_KINDS: Mapping[Any, Kind] = {
    bool: Bool(),
    int: Whole(),
    float: Real(),
    str: Str(numbers=True),
    Decimal: Real(of=Decimal),
    Text: Bilingual(),
}


def fields(plugin: type[Any]) -> tuple[Field, ...]:
    """Return the keys that a kind of check has beside the common ones.

    Raises:
        PluginError: the class is no dataclass, or a field has a type that YAML cannot give.
    """
    if not dataclasses.is_dataclass(plugin):
        raise PluginError(f"{plugin.__module__}.{plugin.__qualname__} must be a dataclass")
    hints = get_type_hints(plugin, include_extras=True)
    notes = _notes(plugin)
    found = []
    for field in dataclasses.fields(plugin):
        kind = _kind(hints[field.name], f"{plugin.__module__}.{plugin.__qualname__}.{field.name}")
        required = field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
        default = "" if required else _default(field, kind)
        found.append(
            Field(key=field.name, kind=kind, doc=notes.get(field.name, ""), required=required, default=default)
        )
    return tuple(found)


def _kind(hint: Any, where: str) -> Kind:
    if hint in _KINDS:
        return _KINDS[hint]
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated and isinstance(args[1], Unit):
        return Amount(unit=args[1], of=args[0])
    if origin in {Union, types.UnionType} and len(args) == 2 and types.NoneType in args:
        return Optional(of=_kind(next(arg for arg in args if arg is not types.NoneType), where))
    if origin is tuple and args[1:] == (...,):
        return ListOf(of=_kind(args[0], where))
    if origin in {Mapping, dict} and args[0] is str:
        return MapOf(of=_kind(args[1], where))
    raise PluginError(f"{where}: no YAML is read as {hint}; see grader/config/options.py for the types that are")


def _default(field: "dataclasses.Field[Any]", kind: Kind) -> str:
    default = None if field.default is dataclasses.MISSING else field.default
    if field.default_factory is not dataclasses.MISSING:
        default = field.default_factory()
    if default is None:
        return "nothing"
    if isinstance(kind, Amount):
        return f"`{kind.unit.show(default)}`"
    if isinstance(default, bool):
        return f"`{default}`".lower()
    return f"`{default}`" if default not in ("", (), {}) else "empty"


def _notes(plugin: type[Any]) -> Mapping[str, str]:
    """Return what the comment behind each field says."""
    notes: dict[str, str] = {}
    for base in reversed(plugin.__mro__[:-1]):
        try:
            source = textwrap.dedent(inspect.getsource(base))
        except (OSError, TypeError):  # a plugin without its source has no notes
            continue
        comments = {
            token.start[0]: token.string.lstrip("#").strip()
            for token in tokenize.generate_tokens(io.StringIO(source).readline)
            if token.type == tokenize.COMMENT and "noqa" not in token.string
        }
        for statement in ast.parse(source).body[0].body:  # type: ignore[attr-defined]  # a class has a body
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                notes[statement.target.id] = comments.get(statement.end_lineno or 0, "")
    return notes
