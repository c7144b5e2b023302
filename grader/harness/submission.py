"""A student's submission inside the box: its cells, run as one module; its errors, in the student's own lines."""

import ast
import contextlib
import errno
import io
import linecache
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import Any

from .notebook import Shell, display, let_colab_import, let_grader_import

NAME = "submission"  # of the module: not `__main__`, so that a main guard runs only where a whole script is run
MAX_TEXT = 2000  # characters of an error message that are sent
SLOW_TEXT = 1.0  # seconds that making an error's message may take
MAX_CAUSES = 10  # exceptions that are followed from one to its cause


class MissingEntry(Exception):  # noqa: N818 - the judge reads this class name
    """The submission defines no callable of this name."""


class Module(ModuleType):
    """The module that the cells share; it knows which code is the student's."""

    def __init__(self) -> None:
        super().__init__(NAME)
        # File name in the compiled code -> the student's file, and the code cell.
        self.__dict__["__places__"] = {}


class Submission:
    """One submission; what it defined stays, even when one of its cells failed.

    Args:
        file: name as handed in, without folders.
        script: whether it is run as the main program, with what stands under its main guard.

    Attributes:
        file: as given.
        namespace: what the submission has defined so far.
    """

    def __init__(self, file: str, *, script: bool = False) -> None:
        self.file = file
        module = Module()
        self.namespace: dict[str, Any] = vars(module)
        self._places: dict[str, tuple[str, int | None]] = self.namespace["__places__"]
        self._sources: list[str] = []
        self._failed: list[tuple[str, BaseException]] = []
        self._shell = Shell(self._places)
        self.namespace.update(__file__=file, get_ipython=lambda: self._shell)
        if not file.endswith(".py"):
            self.namespace["display"] = display
        self._given = frozenset(self.namespace)
        # Dataclasses, pickles and `inspect` look the module up by its name.
        sys.modules[NAME] = module
        if script:
            self.namespace["__name__"] = "__main__"
            sys.modules["__main__"] = module

    @classmethod
    def run(cls, file: str, cells: Iterable[Mapping[str, Any]]) -> "Submission":
        """Return a submission, all of whose cells have run.

        Args:
            file: name as handed in.
            cells: each with `source`, and `number` (from 1; None when the file is no notebook).

        Raises:
            BaseException: whatever the student's code raises; SyntaxError if it does not compile.
        """
        submission = cls(file)
        submission.execute(cells)
        return submission

    def execute(self, cells: Iterable[Mapping[str, Any]], *, live: bool = False) -> None:
        """Run cells in order, up to the first one that fails. Raises what that one raises.

        Args:
            cells: each with `source` and `number`.
            live: whether they come from a running notebook, in which those after one that failed have run, too.
        """
        let_colab_import()
        let_grader_import()
        sys.argv = [self.file]
        # At the end, so that a file named like a library does not hide the library.
        folder = str(Path.cwd())
        if folder not in sys.path:
            sys.path.append(folder)
        for cell in cells:
            try:
                code = self._compile(cell["source"], cell["number"])
                exec(code, self.namespace)  # noqa: S102 - this is what the box is for
            except BaseException as error:
                if not live:
                    raise
                self._failed.append((cell["source"], error))

    def entry(self, name: str) -> Callable[..., Any]:
        """Return the callable of this name, also from a module that a `%%writefile` cell wrote.

        Raises:
            MissingEntry: there is none.
            BaseException: what the last cell raised that names it, and whose failure stopped nothing.
        """
        for namespace in (self.namespace, *self._shell.written(name)):
            found = namespace.get(name)
            if callable(found):
                return found  # type: ignore[no-any-return] # a callable of the student's: nothing is known of it
        raise next((error for source, error in reversed(self._failed) if name in source), MissingEntry(name))

    @property
    def names(self) -> list[str]:
        """Public callables that the submission defines and does not import, sorted."""
        own, imported = _bound(self._sources)
        return sorted(
            name
            for name, value in list(self.namespace.items())
            if isinstance(name, str) and not name.startswith("_") and name not in self._given
            if callable(value) and (name in own or not _is_imported(name, value, imported))
        )

    def _compile(self, source: str, number: int | None) -> CodeType:
        filename = self.file if number is None else f"{self.file}[{number}]"
        self._places[filename] = (self.file, number)
        self._sources.append(source)
        _keep_source(filename, source)
        before, nul, _ = source.partition("\0")
        if nul:  # Python's own error for it has no place
            raise SyntaxError("the source contains a NUL character", (filename, before.count("\n") + 1, 1, ""))
        try:
            return compile(source, filename, "exec", dont_inherit=True)
        except (ValueError, RecursionError, MemoryError) as error:  # half a surrogate pair, or nested too deeply
            raise SyntaxError(str(error) or "too deeply nested", (filename, 1, 1, "")) from error


def describe(error: BaseException, file: str = "") -> dict[str, Any]:
    """Return what the judge is told of an error: type, text, file, line, cell, syntax, refused.

    `line` is that of the last frame in the student's own code, 0 when there is none; `cell` is None outside a notebook;
    `refused` is what the system had no more of, empty when the error is of another kind.
    Nothing that the error's class does can make this raise.

    Args:
        error: whatever the student's code raised.
        file: name to give when the error lies in none of the student's files.
    """
    places: Mapping[str, tuple[str, int | None]] = getattr(sys.modules.get(NAME), "__places__", None) or {}
    place = _syntax_place(error, places)
    name, line = place or _frame_place(error, places) or ("", 0)
    shown, cell = places.get(name, (file, None))
    text = _text(SyntaxError.msg.__get__(error) if place else error)  # type: ignore[attr-defined] # a slot's descriptor
    # The class may have a metaclass of the student's: ask `type` itself.
    kind = type.__dict__["__name__"].__get__(type(error))
    return {
        "type": kind[:200], "text": text, "file": shown, "line": line, "cell": cell, "syntax": place is not None,
        "refused": _refused(error),
    }  # fmt: skip


def _refused(error: BaseException) -> str:
    if isinstance(error, OSError):
        number = OSError.__dict__["errno"].__get__(error)
        if number == errno.EAGAIN and _starts_a_process(error):
            return "processes"
        return {errno.ENOSPC: "disk", errno.EDQUOT: "disk", errno.EFBIG: "disk", errno.EMFILE: "files"}.get(number, "")
    return "processes" if isinstance(error, RuntimeError) and _text(error) == "can't start new thread" else ""


def _starts_a_process(error: BaseException) -> bool:
    """Return whether an error comes from a line that starts a process: the same number has other meanings elsewhere."""
    trace, line = BaseException.__dict__["__traceback__"].__get__(error), ""
    while trace is not None:
        line = linecache.getline(trace.tb_frame.f_code.co_filename, trace.tb_lineno)
        trace = trace.tb_next
    return "fork" in line or "spawn" in line


def _syntax_place(error: BaseException, places: Mapping[str, Any]) -> tuple[str, int] | None:
    if not isinstance(error, SyntaxError):
        return None
    # The slots of SyntaxError itself: a subclass may have overridden the attributes.
    name, line = (SyntaxError.__dict__[key].__get__(error) for key in ("filename", "lineno"))
    return (name, max(line, 1)) if type(name) is str and name in places and type(line) is int else None


def _frame_place(error: BaseException | None, places: Mapping[str, Any]) -> tuple[str, int] | None:
    slots = BaseException.__dict__
    for _ in range(MAX_CAUSES):
        if error is None:
            break
        place, trace = None, slots["__traceback__"].__get__(error)
        while trace is not None:
            name = trace.tb_frame.f_code.co_filename
            place = (name, trace.tb_lineno) if name in places else place
            trace = trace.tb_next
        if place:
            return place
        error = slots["__cause__"].__get__(error) or slots["__context__"].__get__(error)
    return None


def _text(thing: object) -> str:
    text = "(its message cannot be shown)"
    # Everything that the student's `__str__` can do ends here.
    with contextlib.suppress(BaseException), _alarm(SLOW_TEXT):
        text = str.__getitem__(str(thing), slice(MAX_TEXT))
    return text.encode(errors="replace").decode()


@contextlib.contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise TimeoutError

    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield  # only the main thread may set a signal handler, and on Windows there is no alarm
        return
    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _keep_source(filename: str, source: str) -> None:
    """Let `inspect.getsource` and tracebacks find the source, and numba's `cache=True` a file."""
    # Not splitlines(), which also splits where Python does not. No time of change: `checkcache` leaves the entry alone.
    linecache.cache[filename] = (len(source), None, list(io.StringIO(source + "\n")), filename)
    # A file that the grader put there stays; a read-only folder is no reason to fail.
    with contextlib.suppress(OSError), Path(filename).open("x", encoding="utf-8", newline="\n") as file:
        file.write(source)


def _bound(sources: Iterable[str]) -> tuple[set[str], dict[str, str]]:
    """Return the names that are defined, and the imported ones with the module that they come from."""
    own: set[str] = set()
    imported: dict[str, str] = {}
    for source in sources:
        # A cell that does not compile has no names; a deep tree may compile and still be too deep for `ast`.
        with contextlib.suppress(SyntaxError, ValueError, RecursionError, MemoryError):
            for node in ast.walk(ast.parse(source)):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                    own.add(node.name)
                elif isinstance(node, ast.Import | ast.ImportFrom):
                    module = getattr(node, "module", None) or ""
                    imported |= {(alias.asname or alias.name).partition(".")[0]: module for alias in node.names}
                    if any(alias.name == "*" for alias in node.names):
                        imported |= {f"*{module}": module}
    return own, imported


def _is_imported(name: str, value: object, imported: Mapping[str, str]) -> bool:
    stars = [module for key, module in imported.items() if key.startswith("*")]
    return name in imported or any(vars(sys.modules[star]).get(name) is value for star in stars if star in sys.modules)
