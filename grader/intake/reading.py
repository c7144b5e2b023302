"""One file as a student sent it, to a Submission."""

import hashlib
from collections.abc import Sequence
from pathlib import Path

from grader.errors import UnreadableSubmissionError
from grader.intake.archive import member
from grader.intake.files import ARCHIVE, fits_pattern, fits_suffix, plain_name, read_bytes, suffix
from grader.intake.notebook import read_notebook
from grader.intake.remarks import remarks
from grader.intake.script import read_cuda_c, read_script
from grader.model.submission import Cell, Note, Submission


def read(path: Path, *, student: str, assignment: str, submit: Sequence[str]) -> Submission:
    """Read a file and take it apart, without running anything of it.

    Args:
        path: the file as handed in.
        student: who handed it in.
        assignment: id.
        submit: accepted names and patterns, the usual one first.

    Raises:
        UnreadableSubmissionError: this is no submission; the code says what the student can do.
        MachineError: the file cannot be read.
    """
    name, data = _content(path, submit)
    if not data.strip():
        raise UnreadableSubmissionError("intake.empty", {"file": name})
    kind = suffix(name)
    cells, notes = _taken_apart(kind, data, name, submit)
    if not fits_pattern(name, submit):
        notes = (Note(code="note.renamed", params={"file": name, "expected": submit[0]}), *notes)
    return Submission(
        student=student,
        assignment=assignment,
        file=name,
        format="py" if kind == ".py" else "cu" if kind == ".cu" else "ipynb",
        digest=hashlib.sha256(data).hexdigest(),
        cells=cells,
        notes=(*notes, *remarks(cells)),
    )


def _taken_apart(kind: str, data: bytes, name: str, submit: Sequence[str]) -> tuple[tuple[Cell, ...], tuple[Note, ...]]:
    if kind == ".py":
        return read_script(data, name)
    if kind == ".cu":
        return read_cuda_c(data, name)
    return read_notebook(data, name, cuda_c=fits_suffix("any.cu", submit))


def _content(path: Path, submit: Sequence[str]) -> tuple[str, bytes]:
    """Return name and bytes of the file of code, which may lie in a zip."""
    name = plain_name(path)
    if fits_suffix(name, (ARCHIVE,)):
        return member(read_bytes(path), name, submit)
    if suffix(name) not in {".py", ".ipynb", ".cu"} or not fits_suffix(name, submit):
        raise UnreadableSubmissionError("intake.wrong-name", {"file": name, "expected": tuple(submit)})
    return name, read_bytes(path)
