"""Public editions of assignments as files: a folder each, with `edition.json` and the author's public files.

An edition holds what students check themselves with: public cases with what is right there, and of the checks what they
may show. It holds no hidden case, no solution and no oracle; what makes one is `grading/edition.py`.
"""

import base64
import json
import shutil
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from grader.errors import StoreError
from grader.model.assignment import Assignment, Course, FunctionRef, Input
from grader.store.records import converter

if TYPE_CHECKING:
    from cattrs import Converter

FILE = "edition.json"
_COURSE_MESSAGES = "course-messages.yaml"


@dataclass(frozen=True, kw_only=True)
class Edition:
    """A public edition, and what of its course a report needs."""

    schema: Literal[1]
    course: Course
    assignment: Assignment


def names(folder: Path) -> tuple[str, ...]:
    """Return the ids of the assignments of which there is an edition in a folder, sorted."""
    return tuple(sorted(path.parent.name for path in folder.glob(f"*/{FILE}")))


def save(edition: Edition, folder: Path) -> None:
    """Write an edition into a folder of its own, which is made anew. Raises OSError."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    course, assignment = edition.course, edition.assignment
    adapters = [exercise.adapter.file for exercise in assignment.exercises if exercise.adapter]
    for path in {assignment.starter, *adapters, *([assignment.messages] if assignment.messages else [])}:
        shutil.copyfile(path, folder / path.name)
    if course.messages:
        shutil.copyfile(course.messages, folder / _COURSE_MESSAGES)
    plain = Course(
        title=course.title, root=Path(), language=course.language, digits=course.digits,
        messages=Path(_COURSE_MESSAGES) if course.messages else None,
    )  # fmt: skip
    table = _Table({})
    body = _converter(table, folder).unstructure(replace(edition, course=plain))
    text = json.dumps({**body, "arrays": table.arrays}, ensure_ascii=False, allow_nan=False, indent=1)
    (folder / FILE).write_text(text + "\n", encoding="utf-8", newline="\n")


def load(folder: Path) -> Edition:
    """Return the edition that a folder holds.

    Raises:
        StoreError: it cannot be read, or is of another version.
    """
    path = folder / FILE
    try:
        body = json.loads(path.read_bytes())
        table = _Table(body.pop("arrays"))
        return _converter(table, folder).structure(body, Edition)
    except OSError as error:
        raise StoreError(f"cannot read {path}: {error.strerror}") from error
    except Exception as error:  # cattrs and json raise many kinds
        raise StoreError(f"{path} is damaged, or of another version: {type(error).__name__}") from error


class _Table:
    """Keeps arrays as texts, each once: most of them are small, and many are alike."""

    def __init__(self, arrays: dict[str, str]) -> None:
        self.arrays = arrays

    def put(self, data: bytes) -> str:
        key = sha256(data).hexdigest()[:16]
        self.arrays[key] = base64.b64encode(zlib.compress(data, 9)).decode()
        return key

    def get(self, key: str) -> bytes:
        return zlib.decompress(base64.b64decode(self.arrays[key]))


def _converter(table: _Table, folder: Path) -> "Converter":
    """Return a converter that writes files by their names, and reads them as files of a folder."""
    found = converter(table)
    found.register_unstructure_hook(Path, lambda path: path.name)
    found.register_structure_hook(Path, lambda name, _hint: folder / Path(name).name)
    found.register_structure_hook(int | str, lambda length, _hint: length)
    found.register_structure_hook(tuple[Input, ...] | FunctionRef, lambda given, _hint: _inputs(given, found))
    return found


def _inputs(given: Any, found: "Converter") -> Sequence[Input] | FunctionRef:
    if isinstance(given, dict):
        return found.structure(given, FunctionRef)
    return tuple(found.structure(each, Input) for each in given)
