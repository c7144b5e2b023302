"""Compiles CUDA C, calls its kernels and functions, and runs it as a program."""

import contextlib
import copy
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from .. import memory
from ..held import Held, results
from ..held import copy as copy_on_card
from ..serve import Session
from ..submission import MissingEntry, Submission
from ..virtual.analysis.findings import places
from ..virtual.cuda_c import compiler
from ..virtual.cuda_c.diagnostics import NOT_EMULATED, Diagnostic, RefusedError
from ..virtual.cuda_c.faults import explain, read_fault
from ..virtual.cuda_c.functions import Function, functions_of
from ..virtual.cuda_c.launchers import launcher
from ..virtual.cuda_c.library import (
    SIGNALS,
    CudaAPIError,
    HostCrashError,
    Library,
    OnCard,
    mismatch,
    schedule_of,
)
from ..virtual.cuda_c.record import Record
from ..virtual.cuda_c.report import Surroundings, report
from ..virtual.trace import Range

UNIT = "submission.cu"
SHOWN = 3  # messages of the compiler
COUNTED = 200_000  # accesses of a call that are looked at
MAX_NUMBERS = 1_000_000  # that are read from what a program prints
_NUMBER = re.compile(r"(?<![\w.])[-+]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?|nan|inf)(?![\w.])")


class CompileError(SyntaxError):
    """The compiler refuses the source."""


class NotEmulatedError(Exception):
    """A card could run it, and the virtual GPU cannot; or there is no compiler: not the student's fault."""


class NotAGlobalFunctionError(Exception):
    """The entry is to be launched, but it is a plain function."""


class ArgumentError(Exception):
    """The parameters of the entry do not fit what it is called with."""


class ProgramFailedError(Exception):
    """A program ended with a status that is not 0.

    Attributes:
        line: of the student's source; 0 when it is not known.
    """

    def __init__(self, text: str, line: int = 0) -> None:
        super().__init__(text)
        self.line = line


@dataclass(kw_only=True)
class Loaded:
    """What is compiled, and where it lies.

    Attributes:
        place: name that the source has in messages.
        function: the entry.
        library: it, to be called; None when it is a program.
        program: that is run; None when it is no program.
        held: the next call; its buffers lie on the card where it is a launch.
        known: the arrays in them without their guard zones, by the address of the copy.
    """

    place: str
    function: Function
    library: Library | None = None
    program: Path | None = None
    held: Held | None = None
    known: dict[int, Range] = field(default_factory=dict)


def load(session: Session, payload: dict[str, Any]) -> dict[str, Any]:
    """Compile the cell that defines `entry`, from `file`, `cells` and `entry`; of several, the last one.

    What the submission defines goes into the claims as `names`, also when the entry is missing.

    Raises:
        CompileError: the source is wrong.
        NotEmulatedError: it needs what the virtual GPU has not.
        MissingEntry: there is no such function.
    """
    submission = session.submission = Submission(payload["file"])
    cells = payload["cells"]
    defined = [{each.name.rpartition("::")[2]: each for each in functions_of(cell["source"])} for cell in cells]
    session.claims["names"] = sorted({name for names in defined for name in names if name != "main"})
    at = max((at for at, names in enumerate(defined) if payload["entry"] in names), default=len(cells) - 1)
    place = _place(submission, payload["file"], cells[at] if cells else {"source": "", "number": None})
    function = defined[at].get(payload["entry"]) if cells else None
    with _explained(place):
        session.held = _compiled(place, cells[at]["source"] if cells else "", function)
    if function is None:
        raise MissingEntry(payload["entry"])
    return {}


def _place(submission: Submission, file: str, cell: Mapping[str, Any]) -> str:
    """Make a source known, so that errors in it count as the student's; return the name that it has in them."""
    place = file if cell["number"] is None else f"{file}[{cell['number']}]"
    submission.namespace["__places__"][place] = (file, cell["number"])
    return place


def _compiled(place: str, source: str, function: Function | None) -> Loaded | None:
    folder = Path(".cuda_c").absolute()
    folder.mkdir(exist_ok=True)
    is_program = function is not None and function.name == "main"
    extra = launcher(function) if function and not is_program else ""
    build = compiler.build_for_card if os.environ.get("GRADER_DEVICE") == "cuda" else compiler.build
    made = build({UNIT: source}, UNIT, folder, extra=extra, program=is_program)
    if function is None:
        return None
    if is_program:
        return Loaded(place=place, function=function, program=made)
    return Loaded(place=place, function=function, library=Library(made, function))


def call(session: Session, payload: dict[str, Any]) -> dict[str, Any]:
    """Call the entry with `arguments`; return what it `returned`, and all `buffers` as they are afterwards.

    With a `launch`, of `blocks` and `threads`, the entry is a kernel, and the arrays lie on the card; without one it is
    a function of the host's arrays. `main` gets the numbers as its arguments and the arrays on its input, one a line;
    it returns the numbers that it prints.

    On the virtual GPU blocks and threads run in the random order of the seed `order`, and what the `probes` ask for
    goes into the claims, see `virtual.analysis.claims`; of a program nothing is known.
    """
    loaded = _loaded(session)
    with _watched(session, loaded, payload):
        hold(session, payload)
        return run(session, {"call": True})


def hold(session: Session, payload: dict[str, Any]) -> dict[str, Any]:
    """Put the arguments into place: onto the card where there is a `launch`."""
    loaded = _loaded(session)
    if payload["launch"] is not None:
        _hold_launch(loaded, payload)
    elif loaded.program:
        _hold_program(loaded, loaded.program, payload)
    else:
        _hold_function(loaded, payload)
    return {}


def run(session: Session, payload: dict[str, Any]) -> dict[str, Any]:
    """Do what is held, if asked to `call`, and hand back what it gave, or what it gave before."""
    loaded = _loaded(session)
    assert loaded.held is not None, "the judge has asked for it"
    with _explained(loaded.place):
        done = loaded.held.run(call=payload["call"])
        buffers = {name: _on_host(loaded, buffer) for name, buffer in done["buffers"].items()}
    return {**done, "buffers": buffers}


def _hold_program(loaded: Loaded, program: Path, payload: dict[str, Any]) -> None:
    buffers = _buffers(payload)

    def started() -> dict[str, Any]:
        return {"result": _run(program, payload, buffers)}

    loaded.held = Held(call=started, buffers=buffers, back=payload.get("back", buffers))


def _hold_function(loaded: Loaded, payload: dict[str, Any]) -> None:
    _fitting(loaded, payload)
    library, buffers = loaded.library, _buffers(payload)
    assert library is not None, "what is no program is a library"
    library.renew()
    values = _values(payload["arguments"], _addresses(buffers))
    loaded.held = Held(call=lambda: results(library.call(values)), buffers=buffers, back=payload.get("back", buffers))


def _hold_launch(loaded: Loaded, payload: dict[str, Any]) -> None:
    library = loaded.library
    if not loaded.function.kernel or library is None:
        error = NotAGlobalFunctionError(f"{payload['entry']} is not a __global__ function")
        _raise_at(error, loaded.place, loaded.function.line)
    _fitting(loaded, payload)
    with _explained(loaded.place):
        library.renew()
        for each in loaded.held.buffers.values() if loaded.held else ():
            library.free(each)
        copies = {name: library.to_card(buffer) for name, buffer in _buffers(payload).items()}
    loaded.known.clear()
    loaded.known.update(_known(copies, payload["arguments"]))
    values = _values(payload["arguments"], {name: each.address for name, each in copies.items()})
    shape = (payload["launch"]["blocks"], 1, 1, payload["launch"]["threads"], 1, 1)

    def launched() -> dict[str, Any]:
        library.call(values, shape)
        library.wait()
        return {}

    loaded.held = Held(call=launched, buffers=copies, back=payload.get("back", copies))


def _on_host(loaded: Loaded, buffer: Any) -> Any:
    return loaded.library.from_card(buffer) if loaded.library and isinstance(buffer, OnCard) else buffer


@contextlib.contextmanager
def _watched(session: Session, loaded: Loaded, payload: dict[str, Any]) -> Iterator[None]:
    library = loaded.library
    if library is None or not library.is_virtual:
        yield
        return
    probes = payload.get("probes", ())
    record = Record(rows=COUNTED if {"trace", "cost"} & set(probes) else 0)
    library.schedule(payload.get("order"))
    loaded.known.clear()
    try:
        with record.of(library, loaded.known):
            yield
    finally:
        library.schedule(None)
        assert session.submission is not None, "it is loaded first"
        known = session.submission.namespace["__places__"]
        place = places(known | {UNIT: known[loaded.place]})
        around = Surroundings(library=library, source=UNIT, place=place, hosts=_hosts(payload))
        session.claims.update(report(record, around, probes))


def _hosts(payload: dict[str, Any]) -> list[Range]:
    """Return the arrays of the host's that the entry gets."""
    buffers = {} if payload["launch"] else _buffers(payload)
    return [Range(address=each.ctypes.data, size=each.nbytes, name=name) for name, each in buffers.items()]


def _known(held: Mapping[str, OnCard], arguments: list[dict[str, Any]]) -> dict[int, Range]:
    guards = {argument["name"]: argument["guard"] for argument in arguments if "buffer" in argument}
    return {
        each.address: Range(address=each.address + guards[name], size=each.size - 2 * guards[name], name=name)
        for name, each in held.items()
    }


def _loaded(session: Session) -> Loaded:
    assert isinstance(session.held, Loaded), "it is loaded first"
    return session.held


def _buffers(payload: dict[str, Any]) -> dict[str, Any]:
    return {argument["name"]: argument["buffer"] for argument in payload["arguments"] if "buffer" in argument}


def _addresses(buffers: Mapping[str, Any]) -> dict[str, int]:
    return {name: buffer.ctypes.data for name, buffer in buffers.items()}


def _values(arguments: list[dict[str, Any]], addresses: Mapping[str, int]) -> list[float]:
    return [
        addresses[argument["name"]] + argument["guard"] if "buffer" in argument else memory.scalar(argument).item()
        for argument in arguments
    ]


def _fitting(loaded: Loaded, payload: dict[str, Any]) -> None:
    """Raise ArgumentError unless the parameters of the entry fit the arguments."""
    types = [f"{each['dtype']}{'*' if 'buffer' in each else ''}" for each in payload["arguments"]]
    if wrong := mismatch(loaded.function, types):
        _raise_at(ArgumentError(wrong), loaded.place, loaded.function.line)


def _run(program: Path, payload: dict[str, Any], buffers: Mapping[str, Any]) -> Any:
    """Return the numbers that a program prints; what it prints is printed."""
    arguments, fault = payload["arguments"], program.with_name("fault")
    told = {"VGPU_ORDER": str(schedule_of(payload.get("order"))), "VGPU_FAULT": str(fault)}
    fault.unlink(missing_ok=True)
    given = [memory.view(each, buffers[each["name"]]) for each in arguments if "buffer" in each]
    done = subprocess.run(
        [str(program), *(str(memory.scalar(each)) for each in arguments if "buffer" not in each)],
        input="".join(" ".join(map(str, array.ravel().tolist())) + "\n" for array in given),
        stdout=subprocess.PIPE, encoding="utf-8", errors="replace", check=False, env={**os.environ, **told},
    )  # fmt: skip
    sys.stdout.write(done.stdout)
    found = explain(read_fault(fault), program) if fault.exists() else None
    if found and NOT_EMULATED in found.text:
        raise NotEmulatedError(found.text)
    if done.returncode:
        how = f"exit status {done.returncode}" if done.returncode > 0 else SIGNALS.get(-done.returncode, "a signal")
        text = f"{how}: {found.text}" if found and found.text else how
        raise ProgramFailedError(text, found.line if found else 0)
    numbers = [float(match[0]) for match, _ in zip(_NUMBER.finditer(done.stdout), range(MAX_NUMBERS), strict=False)]
    return np.array(numbers)


@contextlib.contextmanager
def _explained(place: str) -> Iterator[None]:
    """Let errors tell where in the student's source they come from."""
    try:
        yield
    except compiler.MissingCompilerError as error:
        raise NotEmulatedError(str(error)) from None
    except RefusedError as error:
        _refuse(error.diagnostics, place)
    except (CudaAPIError, HostCrashError, ProgramFailedError) as error:
        _raise_at(copy.copy(error), place, error.line)  # the same one would get its old traceback back


def _refuse(found: tuple[Diagnostic, ...], place: str) -> NoReturn:
    lacking = [each for each in found if not each.emulated]
    if lacking:
        _raise_at(NotEmulatedError(lacking[0].text), place, lacking[0].line)
    own = [each for each in found if each.file == UNIT] or list(found)
    more = [f"line {each.line}: {each.text}" for each in own[1:SHOWN]]
    raise CompileError("\n".join([own[0].text, *more]), (place, max(own[0].line, 1), 1, "")) from None


def _raise_at(error: Exception, place: str, line: int) -> NoReturn:
    """Raise an error as if a line of the student's source had raised it."""
    if line:
        exec(compile("\n" * (line - 1) + "raise error", place, "exec"), {"error": error})  # noqa: S102 - our own text
    raise error


OPS = {"load": load, "call": call, "hold": hold, "run": run, "copy": copy_on_card}
