"""What a source uses, found without running it: names with the module that they come from, words of the language."""

import ast
import builtins
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from grader.model.submission import Cell
from grader.text.source import parsed

_WORDS: dict[str, tuple[type[ast.AST], ...]] = {
    "for": (ast.For, ast.AsyncFor),
    "while": (ast.While,),
    "if": (ast.If, ast.IfExp),
    "with": (ast.With, ast.AsyncWith),
    "try": (ast.Try, ast.TryStar),
    "def": (ast.FunctionDef, ast.AsyncFunctionDef),
    "class": (ast.ClassDef,),
    "lambda": (ast.Lambda,),
    "return": (ast.Return,),
    "yield": (ast.Yield, ast.YieldFrom),
    "global": (ast.Global,),
    "assert": (ast.Assert,),
    "comprehension": (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
    "@": (ast.MatMult,),
}
_WORD = {node: word for word, nodes in _WORDS.items() for node in nodes}
_OWN = "submission"  # module of the names that the source binds itself

MOST_STARS = 20  # modules of `from … import *` that a name is looked for in

# What is no code in C. Each part matches up to the end where its own end is missing: so the time stays linear.
_NO_CODE = re.compile(
    r"""/\*.*?(?:\*/|\Z) | //(?:\\\n|[^\n])* | R"([^\s()\\]{0,16})\(.*?(?:\)\1"|\Z)
    | "(?:\\.|[^"\\\n])*"? | (?<![0-9a-fA-F])'(?:\\.|[^'\\\n])*'?""",
    re.DOTALL | re.VERBOSE,
)
_CONDITION = re.compile(r"[ \t]*#[ \t]*(if|else|elif|endif)\w*[ \t]*(0|false)?\b")
_C_NAME = re.compile(r"[A-Za-z_]\w*(?:[ \t]*(?:::|\.|->)[ \t]*[A-Za-z_]\w*)*|<<<")


@dataclass(frozen=True, kw_only=True)
class Use:
    """One place where something is used."""

    name: str  # dotted, with the module that it comes from: `numba.cuda.syncthreads`; or a word: `for`
    where: str  # as a student finds it: `cell 3, line 2`
    how: Literal["used", "imported", "own"]  # own: the source itself binds this name

    def is_of(self, name: str) -> bool:
        """Return whether a name means this: in full, or its last parts (`cuda.syncthreads`, `syncthreads`)."""
        return self.name == name or self.name.endswith(f".{name}")


def uses(cells: Sequence[Cell]) -> tuple[Use, ...]:
    """Return what some cells use, in their order; text in strings and comments is nothing of it.

    What does not compile is passed over: that is told elsewhere.
    """
    trees = [(cell, tree) for cell in cells if cell.kind == "code" and (tree := _tree(cell.source))]
    names = _Names(tree for _, tree in trees)
    found = [use for cell, tree in trees for use in names.uses(tree, cell)]
    return (*found, *(use for cell in cells if cell.kind == "cuda_c" for use in _c_uses(cell)))


def _tree(source: str) -> ast.Module | None:
    try:
        return parsed(source)
    except SyntaxError:
        return None


class _Names:
    """What the names in some sources stand for: the sources share one module, as the cells of a notebook do."""

    def __init__(self, trees: Iterable[ast.Module]) -> None:
        self._imported: dict[str, str] = {}
        self._stars: dict[str, None] = {}
        self._bound: set[str] = set()
        for tree in trees:
            for node in ast.walk(tree):
                self._learn(node)

    def uses(self, tree: ast.Module, cell: Cell) -> Iterator[Use]:
        """Yield what one source uses."""
        inner = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        for node in sorted(ast.walk(tree), key=_line):
            where = _where(cell, _line(node))
            if isinstance(node, ast.Import | ast.ImportFrom):
                for name in _brought(node):
                    yield Use(name=name, where=where, how="imported")
            elif isinstance(node, ast.Name | ast.Attribute) and id(node) not in inner:
                if isinstance(node.ctx, ast.Load):
                    yield from self._resolved(node, where)
            elif isinstance(node, ast.BinOp | ast.AugAssign):
                if type(node.op) in _WORD:
                    yield Use(name=_WORD[type(node.op)], where=where, how="used")
            elif type(node) in _WORD:
                yield Use(name=_WORD[type(node)], where=where, how="used")

    def _learn(self, node: ast.AST) -> None:
        if isinstance(node, ast.Import):
            for alias in node.names:
                whole = alias.name if alias.asname else alias.name.partition(".")[0]
                self._imported[alias.asname or whole] = whole
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if alias.name == "*":
                    self._stars[node.module or ""] = None
                else:
                    self._imported[alias.asname or alias.name] = f"{node.module or ''}.{alias.name}"
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            self._bound.add(node.name)
        elif isinstance(node, ast.arg):
            self._bound.add(node.arg)
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            self._bound.add(node.id)

    def _resolved(self, node: ast.expr, where: str) -> Iterator[Use]:
        """Yield what an expression such as `cuda.syncthreads` means; the object of a method is not known."""
        parts: list[str] = []
        while isinstance(node, ast.Attribute):
            parts.insert(0, node.attr)
            node = node.value
        root = node.id if isinstance(node, ast.Name) else ""
        if root in self._imported:
            yield Use(name=".".join((self._imported[root], *parts)), where=where, how="used")
        elif root in self._bound or not root:
            own = not parts or root == "self"
            yield Use(name=".".join((_OWN, root, *parts)), where=where, how="own" if own else "used")
        else:
            known = ["builtins"] if hasattr(builtins, root) else [""]
            for module in (*list(self._stars)[:MOST_STARS], *known):
                yield Use(name=".".join((module, root, *parts)), where=where, how="used")


def _brought(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    """Yield every module and every name that an import brings in, `a`, `a.b` and `a.b.c`."""
    module = [node.module] if isinstance(node, ast.ImportFrom) and node.module else []
    for alias in node.names:
        parts = ".".join([*module, alias.name]).split(".")
        yield from (".".join(parts[:end]) for end in range(1, len(parts) + 1))


def _where(cell: Cell, line: int) -> str:
    return f"line {line}" if cell.number is None else f"cell {cell.number}, line {line}"


def _line(node: ast.AST) -> int:
    return getattr(node, "lineno", 1)


def _c_uses(cell: Cell) -> Iterator[Use]:
    code = _NO_CODE.sub(lambda found: " " + "\n" * found[0].count("\n"), cell.source)
    for number, line in enumerate(_compiled(code.split("\n")), 1):
        for found in _C_NAME.finditer(line):
            name = re.sub(r"[ \t]*(?:::|->|\.)[ \t]*", ".", found[0])
            yield Use(name=name, where=_where(cell, number), how="used")


def _compiled(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines, empty where `#if 0` leaves them out."""
    depth = 0
    for line in lines:
        word, zero = found.groups() if (found := _CONDITION.match(line)) else ("", None)
        if depth:
            depth += {"if": 1, "endif": -1}.get(word, 0)
            depth = 0 if depth == 1 and word in {"else", "elif"} else depth
            yield ""
        else:
            depth = 1 if word == "if" and zero else 0
            yield line
