"""The answers that a submission states, read from its source; nothing of it is run."""

import ast
import math
import operator
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from grader.model.evidence import Ending, Outcome, Place
from grader.model.submission import Cell, Submission
from grader.model.values import Value
from grader.text.folding import clean, latin_digits
from grader.text.source import parsed

_MAX_ANSWER = 64_000  # characters of one answer that are kept
_MAX_BITS = 1_000  # of a whole number; Python refuses to print much longer ones

# A question is named by letters and a number: q1. Lengths are bounded so that no text takes more than linear time.
_MARK = r"(?:answer|উত্তর)(?:[ \t]{0,9}:[ \t]{0,9}|[ \t]{1,9})([a-z]{1,20}[0-9০-৯]{1,4})(?![a-z0-9০-৯])[ \t]{0,9}"
_CODE = re.compile(rf"\s{{0,99}}#[# \t]{{0,9}}{_MARK}:?(?P<rest>[^\n]*)", re.IGNORECASE)
_MARKDOWN = re.compile(
    rf"<!--\s{{0,9}}{_MARK}:?\s{{0,9}}-->|^[ \t>#*_-]{{0,20}}{_MARK}[*_ \t]{{0,9}}:", re.IGNORECASE | re.MULTILINE
)
_HEADING = re.compile(r"^#{1,6}\s", re.MULTILINE)
_FENCE = re.compile(r"^\s{0,9}```.*$", re.MULTILINE)

_LABEL = re.compile(r"\A(?:answer|উত্তর)[*_ \t]{0,9}:", re.IGNORECASE)  # a second one, below a mark
_AROUND = " \t\n*_`>"

_ARITHMETIC: Mapping[type[ast.operator], Callable[[Any, Any], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
}
_NO_VALUE = (ValueError, TypeError, SyntaxError, ArithmeticError, MemoryError, RecursionError)


def answers(submission: Submission) -> tuple[Mapping[str, Value], Outcome]:
    """Return the answers by the name of their question, and whether all code could be read.

    What stands later in the file wins. Names are folded: `Q1` and `q১` are `q1`.
    """
    found: dict[str, Value] = {}
    outcome = Outcome(ending=Ending.RETURNED)
    for cell in submission.cells:
        if cell.kind == "cuda_c":
            continue
        try:
            found |= {_name(name): value for name, value in _stated(cell)}
        except SyntaxError as error:
            outcome = outcome if outcome.ending is Ending.RAISED else _failed(error, submission.file, cell)
    return found, outcome


def _name(name: str) -> str:
    return latin_digits(clean(name)).casefold()


def _failed(error: SyntaxError, file: str, cell: Cell) -> Outcome:
    place = Place(file=file, line=max(error.lineno or 1, 1), cell=cell.number)
    return Outcome(ending=Ending.RAISED, error=type(error).__name__, text=error.msg, place=place)


def _stated(cell: Cell) -> Iterator[tuple[str, Value]]:
    if cell.kind == "markdown":
        yield from _in_markdown(cell.source)
    elif cell.number is not None and (mark := _CODE.match(cell.source)):
        yield _marked(mark), _in_code(mark["rest"].strip(), cell.source[mark.end() :])
    else:
        for key, node in _assigned(parsed(cell.source)):
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                yield key.value, _value(node)


def _marked(mark: re.Match[str]) -> str:
    return next(name for name in mark.groups() if name)


def _in_markdown(source: str) -> Iterator[tuple[str, Value]]:
    """Yield what follows each mark, up to the next mark or heading."""
    marks = list(_MARKDOWN.finditer(source))
    ends = [*(mark.start() for mark in marks[1:]), len(source)]
    for mark, end in zip(marks, ends, strict=False):
        text = source[mark.end() : min(end, mark.end() + _MAX_ANSWER)]
        text = _FENCE.sub("", _HEADING.split(text, maxsplit=1)[0])
        yield _marked(mark), _LABEL.sub("", text.strip(_AROUND), count=1).strip(_AROUND)


def _in_code(rest: str, body: str) -> Value:
    """Return the answer of a cell that begins with a mark: its last expression, or else its text."""
    try:
        last = parsed(body).body[-1:] if not rest else []
    except SyntaxError:  # it was meant as text
        last = []
    match last:
        case [ast.Expr(value=ast.Call(func=ast.Name(id="print"), args=[node]))]:
            return _value(node)
        case [ast.Expr(value=node) | ast.Assign(value=node)]:
            return _value(node)
        case _:
            pass
    lines = (line.lstrip("# \t") for line in (rest or body[:_MAX_ANSWER]).splitlines())
    return "\n".join(lines).strip()


def _assigned(tree: ast.Module) -> Iterator[tuple[ast.expr | None, ast.expr]]:
    """Yield key and value of everything that is put into `ANSWERS` at the top level."""
    for statement in tree.body:
        match statement:
            case (
                ast.Assign(targets=[ast.Name(id="ANSWERS")], value=node)
                | ast.AnnAssign(target=ast.Name(id="ANSWERS"), value=ast.expr() as node)
                | ast.AugAssign(target=ast.Name(id="ANSWERS"), op=ast.BitOr(), value=node)
                | ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id="ANSWERS"), attr="update"), args=[node]))
            ):
                yield from _pairs(node)
            case ast.Assign(targets=[ast.Subscript(value=ast.Name(id="ANSWERS"), slice=key)], value=node):
                yield key, node
            case _:  # anything else is the student's own
                pass


def _pairs(node: ast.expr) -> Iterator[tuple[ast.expr | None, ast.expr]]:
    match node:
        case ast.Dict(keys=keys, values=values):
            yield from zip(keys, values, strict=True)
        case ast.Call(func=ast.Name(id="dict"), keywords=keywords):
            yield from ((ast.Constant(keyword.arg), keyword.value) for keyword in keywords)
        case _:  # made by a program, which is not run
            pass


def _value(node: ast.expr) -> Value:
    """Return a literal or the result of simple arithmetic; of any other expression its text: `b` bare is "b"."""
    for reading in (ast.literal_eval, _computed, ast.unparse):
        try:
            value = _plain(reading(node))
        except _NO_VALUE:
            continue
        return str(value)[:_MAX_ANSWER] if _size(value) > _MAX_ANSWER else value
    return type(node).__name__


def _computed(node: ast.expr) -> float:
    """Return what `3 * 256 + 10` comes to.

    Raises:
        ValueError: there is more in it than numbers and + - * / //; powers could make it endlessly long.
        ArithmeticError: it has no value.
    """
    match node:
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _ARITHMETIC:
            return _ARITHMETIC[type(op)](_computed(left), _computed(right))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_computed(operand)
        case ast.Constant(value=int() | float() as number):
            return number
        case _:
            raise ValueError("no arithmetic")


def _plain(value: object) -> Value:
    """Return what JSON can say of a literal."""
    if value is Ellipsis:  # `"q1": ...`: left open
        return None
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, set):
        return sorted(map(_plain, value), key=str)
    return value if value is None or isinstance(value, bool | str) else _number(value)


def _number(value: object) -> Value:
    if isinstance(value, int):
        return value if value.bit_length() <= _MAX_BITS else hex(value)
    return value if isinstance(value, float) and math.isfinite(value) else repr(value)


def _size(value: Value) -> int:
    return len(value if isinstance(value, str) else str(value))
