"""What an author's YAML says of files: that they exist, where they may lie, which functions they define."""

import ast
import hashlib
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path, PurePosixPath

from grader.config.kinds import Item, RefusedError, nearest
from grader.errors import Problem
from grader.text.paths import shown

_LISTED = 500  # files that are looked at for the nearest name


@dataclass(frozen=True, kw_only=True)
class Folder:
    """A folder that files are named relative to."""

    path: Path  # absolute
    name: str  # as a person calls it

    def file(self, name: str) -> Path:
        """Return the absolute path of a file in this folder.

        Raises:
            RefusedError: there is no such file, or it lies elsewhere.
        """
        path = self.inside(name)
        if not _is_file(path):
            raise RefusedError(f"there is no file {name!r} in {self.name}", self._nearest(name))
        if not path.resolve().is_relative_to(self.path.resolve()):
            raise RefusedError(f"{name!r} is a link that leaves {self.name}")
        return path

    def inside(self, name: str) -> Path:
        """Return the absolute path that a file of this name has, or would have. Raises RefusedError."""
        pure = PurePosixPath(name)
        if pure.is_absolute() or ".." in pure.parts:
            raise RefusedError(f"{name!r} leaves {self.name}", "name a file inside of it, relative to it")
        return self.path / pure

    def problem(self, item: Item) -> Problem | None:
        """Return what is wrong with a file that is named in the YAML."""
        try:
            self.file(item.value)
        except RefusedError as error:
            return item.node.place.problem(error.message, error.hint)
        return None

    def function_problem(self, item: Item) -> Problem | None:
        """Return what is wrong with a function, `file.py:name`, that is named in the YAML."""
        file, _, name = item.value.rpartition(":")
        try:
            names = _defined(self.file(file))
        except RefusedError as error:
            return item.node.place.problem(error.message, error.hint)
        except SyntaxError as error:
            at = shown(self.path / file)
            return Problem(file=at, line=error.lineno or 0, column=error.offset or 0, message=error.msg)
        if name in names:
            return None
        return item.node.place.problem(f"{file} in {self.name} defines no {name!r}", nearest(name, sorted(names)))

    def _nearest(self, name: str) -> str:
        files = [str(path.relative_to(self.path)) for path, _ in zip(contents(self.path), range(_LISTED), strict=False)]
        same = [file for file in files if PurePosixPath(file).name == PurePosixPath(name).name]
        near = same or get_close_matches(name, files, n=1)
        return f"did you mean {near[0]!r}?" if near else ""


def contents(folder: Path) -> Iterator[Path]:
    """Yield the files in a folder and below, sorted; what Python compiled on the side is none of them."""
    for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
        if path.is_file() and "__pycache__" not in path.relative_to(folder).parts:
            yield path


def digest(*folders: Path) -> str:
    """Return the SHA-256 over the names and the bytes of all files in some folders."""
    total = hashlib.sha256()
    for number, folder in enumerate(folders):
        for path in contents(folder):
            name = f"{number}/{path.relative_to(folder).as_posix()}"
            total.update(f"{name}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return total.hexdigest()


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name that is too long
        return False


def _defined(path: Path) -> frozenset[str]:
    """Return the names that a Python file binds at its top level, without running it.

    Raises:
        SyntaxError: it is no Python.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # such as an invalid escape sequence, which is the linter's matter
        try:
            tree = ast.parse(path.read_bytes(), filename=str(path))
        except (ValueError, RecursionError, MemoryError) as error:
            raise SyntaxError(f"not Python: {error}") from error
    return frozenset(_names(tree.body))


def _names(body: list[ast.stmt]) -> Iterator[str]:
    for statement in body:
        match statement:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                yield from (alias.asname or alias.name for alias in aliases)
            case ast.Assign(targets=targets):
                yield from (target.id for target in targets if isinstance(target, ast.Name))
            case ast.If(body=inner, orelse=other) | ast.Try(body=inner, orelse=other):
                yield from _names([*inner, *other])
            case _:
                pass
