"""The decisions of people: one JSON object a line, only ever appended to, so that all of them stay on record."""

import json
import os
from dataclasses import asdict, fields
from datetime import datetime
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from grader.errors import ConfigError, Problem, StoreError
from grader.model.review import Decision

_SCHEMA = 1
_NUMBERS = frozenset({"points", "of", "suggested"})
_KEYS = tuple(field.name for field in fields(Decision))


def load(path: Path) -> tuple[Decision, ...]:
    """Return all decisions, the oldest first; none where there is no file.

    Raises:
        ConfigError: every line that is damaged, by its number.
        StoreError: the file cannot be read.
    """
    try:
        lines = path.read_bytes().split(b"\n") if path.exists() else []
    except OSError as error:
        raise StoreError(f"cannot read {path}: {error.strerror}") from error
    found: list[Decision] = []
    problems: list[Problem] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            found.append(_decision(json.loads(line)))
        except (ValueError, RecursionError) as error:
            hint = "restore this line from a backup, or delete it: its answer will wait for review again"
            problems.append(Problem(file=str(path), line=number, column=1, message=_said(error), hint=hint))
    if problems:
        raise ConfigError(problems)
    return tuple(found)


def append(path: Path, decision: Decision) -> None:
    """Add a decision; it is on the disk when this returns.

    Raises:
        StoreError: it cannot be written.
    """
    import fcntl  # not at the top: a self-check loads this module on Windows, too, where nobody reviews

    body = {"schema": _SCHEMA, **{key: _written(value) for key, value in asdict(decision).items()}}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a+b") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            # A line that a crash has cut short stays what it is: damaged, and on a line of its own.
            torn = file.seek(0, os.SEEK_END) and _last_byte(path) != b"\n"
            file.write((b"\n" if torn else b"") + json.dumps(body, ensure_ascii=False).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror}") from error


def _last_byte(path: Path) -> bytes:
    with path.open("rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read(1)


def _written(value: object) -> object:
    return str(value) if isinstance(value, Decimal) else value


def _decision(body: Any) -> Decision:
    if not isinstance(body, dict):
        raise ValueError("expected an object")  # noqa: TRY004 - of the file, not of a caller
    if body.get("schema") != _SCHEMA:
        raise ValueError(f"expected the schema {_SCHEMA}, got {body.get('schema')!r}")
    values: dict[str, Any] = {key: body.get(key) for key in _KEYS}
    for key, value in values.items():
        if not isinstance(value, str) and not (key == "suggested" and value is None):
            raise ValueError(f"expected a text in {key!r}, got {value!r}")
    values |= {key: _number(key, values[key]) for key in _NUMBERS}
    decision = Decision(**values)
    if not 0 <= decision.points <= decision.of:
        raise ValueError(f"expected points from 0 to {decision.of}, got {decision.points}")
    datetime.fromisoformat(decision.at)
    return decision


def _number(key: str, value: Any) -> Decimal | None:
    try:
        number = None if value is None else Decimal(value)
    except InvalidOperation:
        number = Decimal("NaN")
    if number is not None and not number.is_finite():
        raise ValueError(f"expected a number in {key!r}, got {value!r}")
    return number


def _said(error: Exception) -> str:
    text = str(error) or type(error).__name__
    return f"damaged: {text}"
