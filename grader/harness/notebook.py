"""What a notebook expects around it: `get_ipython()`, `display`, Colab's modules; most of it does nothing."""

import contextlib
import importlib
import importlib.abc
import importlib.util
import io
import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import FrameType, ModuleType, SimpleNamespace
from typing import Any

COLAB = ("auth", "data_table", "drive", "files", "output", "patches", "runtime", "userdata", "widgets")
# The options that a timing magic may begin with, such as `-n 10 -r3 -o`.
OPTIONS = re.compile(r"\s*((?:-(?:[nrpv]\s*\S+|-?[a-z-]+)\s+)*)(.*)", re.DOTALL)


class Shell:
    """Stands in for IPython's shell: runs the magics that only wrap Python, and skips all others.

    Args:
        places: gets the file that a `%%writefile` cell writes, so that errors in it count as the student's.
    """

    def __init__(self, places: MutableMapping[str, tuple[str, int | None]]) -> None:
        self._places = places
        self._modules: list[Path] = []

    def system(self, _command: str) -> None:
        """Skip a `!command`."""

    def getoutput(self, _command: str) -> list[str]:
        """Skip a `!command` whose output was wanted."""
        return []

    def run_line_magic(self, name: str, line: str) -> object:
        """Run the statement of `%time` and `%timeit`, once; skip all other magics."""
        if name not in {"time", "timeit"}:
            return None
        options, statement = _split(line)
        frame = sys._getframe(1)  # noqa: SLF001 - the cell that calls: its names and its line
        start = time.perf_counter()
        value = _run(statement, frame, frame.f_lineno)
        return _timing(time.perf_counter() - start, options) if name == "timeit" else value

    def run_cell_magic(self, name: str, line: str, cell: str) -> None:
        """Run the body of `%%time`, `%%timeit` and `%%capture`, write that of `%%writefile`; skip all others."""
        frame = sys._getframe(1)  # noqa: SLF001 - the cell that calls: its names and its line
        if name in {"writefile", "file"}:
            self._write(line, cell)
        elif name == "capture":
            stream = io.StringIO()
            with contextlib.redirect_stdout(stream):
                _run(cell, frame, frame.f_lineno + 1)
            target = re.sub(r"--\S+", "", line).strip()
            if target:
                frame.f_globals[target] = SimpleNamespace(stdout=stream.getvalue(), stderr="", outputs=[])
        elif name in {"time", "timeit"}:
            if name == "timeit":
                _run(_split(line)[1], frame, frame.f_lineno)
            _run(cell, frame, frame.f_lineno + 1)

    def __getattr__(self, name: str) -> Callable[..., None]:
        if name.startswith("_"):
            raise AttributeError(name)
        return _nothing

    def written(self, name: str) -> Iterator[Mapping[str, Any]]:
        """Yield what the modules define that the notebook wrote, if they mention the name.

        Raises:
            BaseException: what importing them raises.
        """
        for path in self._modules:
            if re.search(rf"\b{re.escape(name)}\b", path.read_text(encoding="utf-8")):
                yield vars(importlib.import_module(path.stem))

    def _write(self, line: str, cell: str) -> None:
        words = line.replace("\\", "/").split()
        # The last part only: nothing is written outside the working folder.
        name = words[-1].strip("\"'").rpartition("/")[2] if words else ""
        if name in {"", ".", ".."}:
            return
        path = Path.cwd() / name
        with path.open("a" if "-a" in words[:-1] else "w", encoding="utf-8", newline="\n") as file:
            file.write(cell)
        importlib.invalidate_caches()
        if path.suffix == ".py":
            self._places[str(path)] = (name, None)
            self._modules.append(path)


def display(*things: object, **_options: object) -> None:
    """Print, where a notebook would show."""
    print(*things)  # noqa: T201 - the student's own output


def let_colab_import() -> None:
    """Let `google.colab` be imported where it is not installed; once, however often it is called."""
    if not any(isinstance(finder, _Colab) for finder in sys.meta_path):
        sys.meta_path.append(_Colab())


def let_grader_import() -> None:
    """Let `grader` be imported where students ask it to check: nothing is checked in a box."""
    sys.modules.setdefault("grader", _Stub("grader"))


class _Colab(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds Colab's modules, after everything that is really installed."""

    def find_spec(
        self, fullname: str, _path: Sequence[str] | None = None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        known = {"google", "google.colab", *(f"google.colab.{name}" for name in COLAB)}
        return importlib.util.spec_from_loader(fullname, self, is_package=True) if fullname in known else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _Stub(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        if module.__name__ == "google.colab":
            for name in COLAB:
                importlib.import_module(f"google.colab.{name}")
        elif module.__name__ == "google.colab.files":
            vars(module)["upload"] = dict  # nothing was uploaded


class _Stub(ModuleType):
    """A module in which every name is a function that does nothing."""

    def __getattr__(self, name: str) -> Callable[..., None]:
        if name.startswith("_") or self.__name__ == "google":
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        return _nothing


def _nothing(*_args: object, **_kwargs: object) -> None:
    """Do nothing."""


def _split(line: str) -> tuple[str, str]:
    match = OPTIONS.fullmatch(line)
    assert match is not None  # every part may be empty
    return match[1], match[2].strip()


def _run(source: str, frame: FrameType, line: int) -> object:
    """Run a piece of the calling cell under its own line numbers; the value of an expression, else None."""
    filename, padded = frame.f_code.co_filename, "\n" * (line - 1) + source
    try:
        code = compile(padded, filename, "eval", dont_inherit=True)
    except SyntaxError:
        code = compile(padded, filename, "exec", dont_inherit=True)
    names = frame.f_globals if frame.f_locals is frame.f_globals else frame.f_locals
    return eval(code, frame.f_globals, names)  # noqa: S307 - the student's own statement, in the box


def _timing(seconds: float, options: str) -> SimpleNamespace | None:
    if "-o" not in options.split():
        return None
    return SimpleNamespace(
        average=seconds, best=seconds, worst=seconds, stdev=0.0, all_runs=[seconds], loops=1, repeat=1
    )
