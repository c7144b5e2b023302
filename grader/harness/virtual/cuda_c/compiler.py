"""g++, told to make a program for the virtual GPU of CUDA C."""

import functools
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from .. import card
from . import diagnostics
from .diagnostics import Diagnostic, RefusedError
from .rewrite import rewrite
from .shared import check_shared

HERE = Path(__file__).parent
BUILT = HERE / "native/runtime.o"  # a sandbox has it there; without one, every program compiles its own
SOURCES = (".cu", ".cuh", ".h", ".hpp", ".hh")  # that are rewritten

# A library for finding races is asked for and not linked: its hooks are ours.
_STUDENT = (
    "-std=c++17", "-O1", "-g1", "-w", "-fPIC", "-fno-builtin-printf", "-fno-strict-aliasing",
    "-fsanitize=thread", "--param=tsan-instrument-func-entry-exit=0",
    "-fmax-errors=20", "-ftrack-macro-expansion=0", "-fno-diagnostics-show-caret",
)  # fmt: skip
_RUNTIME = ("-std=c++17", "-O2", "-w", "-fPIC", "-fno-exceptions", "-fno-rtti")
_CARD = ("-std=c++17", "-O2", "-lineinfo", "-arch=native")
_OPINION = ("-std=c++17", "-arch=sm_80", "-w", "-c", "-o", "/dev/null")
PATIENCE = 10  # seconds that a second opinion may take
_LINKED = ("-Wl,--wrap=printf,--wrap=__assert_fail,--wrap=malloc,--wrap=free", "-pthread")


class MissingCompilerError(Exception):
    """There is no g++ on this machine."""


def build(files: Mapping[str, str], main: str, folder: Path, *, extra: str = "", program: bool = False) -> Path:
    """Return a shared library, or a program, made of CUDA C.

    Args:
        files: name -> source: what is compiled, and what it may include.
        main: the one that is compiled.
        folder: for everything that is written; it exists.
        extra: CUDA C that is appended.
        program: whether to make a program.

    Raises:
        RefusedError: the source is wrong, or needs what is not emulated. Where nvcc is, what it says of a source that
            g++ refuses.
        MissingCompilerError: there is no g++.
    """
    compiler = _compiler()
    try:
        objects = _compiled(compiler, _write(files, main, folder, extra), folder)
        check_shared(objects[0], files[main], main)
    except RefusedError as refused:
        raise _second_opinion(refused, files, main, folder) from None
    target = folder / ("program" if program else "library.so")
    kind = ("-pie", "-rdynamic") if program else ("-shared",)
    _run([compiler, *kind, *map(str, objects), *_LINKED, "-o", str(target)])
    return target


def _compiled(compiler: str, unit: Path, folder: Path) -> tuple[Path, Path]:
    """Return what becomes of the student's source, and the runtime. Raises RefusedError."""
    made = folder / "student.o"
    _run([compiler, *_STUDENT, *_headers(folder, unit.parent), "-c", str(unit), "-o", str(made)])
    return made, BUILT if BUILT.exists() else build_runtime(folder)


def build_runtime(folder: Path) -> Path:
    """Compile what is linked with every program into a folder; return the object file.

    Raises:
        MissingCompilerError: there is no g++.
    """
    (folder / "card.h").write_text(_card(), encoding="ascii")
    target = folder / BUILT.name
    try:
        _run([_compiler(), *_RUNTIME, *_headers(folder), "-c", str(HERE / "native/runtime.cpp"), "-o", str(target)])
    except RefusedError as error:
        raise RuntimeError(f"the virtual GPU was not compiled: {error}") from error
    return target


def _headers(*folders: Path) -> list[str]:
    return [f"-I{each}" for each in (HERE / "include", *folders, HERE / "native")]


def _compiler() -> str:
    found = shutil.which("g++") if sys.platform == "linux" else None
    if found is None:
        raise MissingCompilerError("CUDA C is emulated on the virtual GPU of a machine with Linux and g++ alone")
    return found


def build_for_card(
    files: Mapping[str, str], main: str, folder: Path, *, extra: str = "", program: bool = False
) -> Path:
    """Do the same with nvcc, for a real card. Raises RefusedError; RuntimeError without nvcc."""
    compiler = shutil.which("nvcc")
    if compiler is None:
        raise RuntimeError("CUDA C needs nvcc where a card is, and this machine has none")
    for name, text in files.items():
        (folder / name).write_text(f'#line 1 "{name}"\n{text}\n{extra if name == main else ""}', encoding="utf-8")
    target = folder / ("program" if program else "library.so")
    kind = () if program else ("-shared", "-Xcompiler", "-fPIC")
    _run([compiler, *_CARD, *kind, f"-I{folder}", str(folder / main), "-o", str(target)])
    return target


def _write(files: Mapping[str, str], main: str, folder: Path, extra: str) -> Path:
    """Write what is compiled; return the file to compile. Raises RefusedError."""
    sources = folder / "sources"
    sources.mkdir(exist_ok=True)
    for name, text in files.items():
        changed = rewrite(text, name) if name.endswith(SOURCES) else text
        # The line is that of the student's file, whatever folder this one lies in.
        (sources / name).write_text(f'#line 1 "{name}"\n{changed}\n', encoding="utf-8")
    unit = sources / f"{main}.cpp"
    unit.write_text(f'#include "cuda_runtime.h"\n#include "{main}"\n{rewrite(extra, "")}', encoding="utf-8")
    (folder / "card.h").write_text(_card(), encoding="ascii")
    return unit


def _second_opinion(refused: RefusedError, files: Mapping[str, str], main: str, folder: Path) -> RefusedError:
    """Return what nvcc says of a source that g++ refuses; without nvcc, what g++ has said."""
    compiler, first = shutil.which("nvcc"), refused.diagnostics[0]
    if compiler is None or first.file not in files or not all(each.emulated for each in refused.diagnostics):
        return refused
    place = folder / "opinion"
    place.mkdir(exist_ok=True)
    for name, text in files.items():
        (place / name).write_text(text, encoding="utf-8")
    try:
        done = subprocess.run(
            [compiler, *_OPINION, main], cwd=place, capture_output=True, encoding="utf-8", errors="replace",
            check=False, timeout=PATIENCE,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return refused
    if not done.returncode:
        return RefusedError(Diagnostic.not_emulated(first.file, first.line, f"what nvcc compiles ({first.text})"))
    found = diagnostics.read(done.stderr + done.stdout, not_emulated())
    return RefusedError(*found) if found[0].file in files else refused


def _run(command: Sequence[str]) -> None:
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, errors="replace")
    if done.returncode:
        raise RefusedError(*diagnostics.read(done.stderr, not_emulated()))


@functools.cache
def not_emulated() -> frozenset[str]:
    """Return the names that NVIDIA's runtime has and ours has not."""
    return frozenset((HERE / "not_emulated.txt").read_text(encoding="ascii").split())


def _card() -> str:
    facts = {
        "NAME": f'"{card.NAME}"', "MAJOR": card.CAPABILITY[0], "MINOR": card.CAPABILITY[1], "DEVICES": card.DEVICES,
        "MEMORY": f"{card.MEMORY}ull", "MAX_THREADS": card.MAX_THREADS, "PROCESSORS": card.PROCESSORS,
        "PAGE": f"{card.PAGE}ull", "POISON": card.POISON,
    }  # fmt: skip
    return "".join(f"#define CARD_{name} {value}\n" for name, value in facts.items())
