"""One file as a student sent it, to a Submission."""

import hashlib
import re
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePath

from grader.errors import UnreadableSubmissionError
from grader.intake.archive import member
from grader.intake.files import ARCHIVE, fits_pattern, fits_suffix, plain_name, read_bytes
from grader.intake.notebook import read_notebook
from grader.intake.script import read_cuda_c, read_script
from grader.model.submission import Cell, Note, Submission

COLAB = re.compile(
    r"^[ \t]*(?:from[ \t]+google\.colab(?:\.(?P<part>\w+))?[ \t]+import[ \t]+(?P<names>[^#\n]+)"
    r"|import[ \t]+google\.colab\b(?:\.(?P<module>\w+))?)",
    re.MULTILINE,
)


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
    suffix = PurePath(name).suffix.lower()
    cells, notes = _taken_apart(suffix, data, name, submit)
    if not fits_pattern(name, submit):
        notes = (Note(code="note.renamed", params={"file": name, "expected": submit[0]}), *notes)
    return Submission(
        student=student,
        assignment=assignment,
        file=name,
        format="py" if suffix == ".py" else "cu" if suffix == ".cu" else "ipynb",
        digest=hashlib.sha256(data).hexdigest(),
        cells=cells,
        notes=(*notes, *_colab(cells)),
    )


def _taken_apart(
    suffix: str, data: bytes, name: str, submit: Sequence[str]
) -> tuple[tuple[Cell, ...], tuple[Note, ...]]:
    if suffix == ".py":
        return read_script(data, name)
    if suffix == ".cu":
        return read_cuda_c(data, name)
    return read_notebook(data, name, cuda_c=fits_suffix("any.cu", submit))


def _content(path: Path, submit: Sequence[str]) -> tuple[str, bytes]:
    """Return name and bytes of the file of code, which may lie in a zip."""
    name = plain_name(path)
    if fits_suffix(name, (ARCHIVE,)):
        return member(read_bytes(path), name, submit)
    if PurePath(name).suffix.lower() not in {".py", ".ipynb", ".cu"} or not fits_suffix(name, submit):
        raise UnreadableSubmissionError("intake.wrong-name", {"file": name, "expected": tuple(submit)})
    return name, read_bytes(path)


def _colab(cells: Sequence[Cell]) -> Iterator[Note]:
    """Yield the note on Colab's modules, which do nothing here."""
    names = set()
    for cell in cells:
        for match in COLAB.finditer(cell.source if cell.kind == "code" else ""):
            part = match["part"] or match["module"]
            imported = re.sub(r"\bas\s+\w+", "", match["names"] or "")
            names |= {part} if part else set(re.findall(r"\w+", imported)) or {"google.colab"}
    if names:
        yield Note(code="note.colab", params={"names": tuple(sorted(names))})
