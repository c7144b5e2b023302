"""Evidence as files: one folder per attempt with `evidence.json` and the raw bytes of its arrays.

::

    <root>/<assignment>/<student>/<attempt>/evidence.json   submission, evidence and references
                                            0.bin, 1.bin, … arrays, little-endian, in C order; types are in the JSON
                                            unscored.json   in their place, the report of what left no evidence
"""

import json
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeVar

from grader.errors import StoreError
from grader.model.evidence import Evidence, Reference
from grader.model.report import Report
from grader.model.submission import Submission
from grader.store.records import converter

EVIDENCE, UNSCORED = "evidence.json", "unscored.json"
Record = TypeVar("Record")


@dataclass(frozen=True, kw_only=True)
class Kept:
    """All that is kept of one attempt."""

    schema: Literal[1]
    submission: Submission
    evidence: Evidence
    references: tuple[Reference, ...]


class FileStore:
    """Keeps evidence in a folder; what is there is whole, as a folder appears only once it is complete."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def save(self, submission: Submission, evidence: Evidence, references: Sequence[Reference]) -> None:
        """Keep what was seen of one attempt; a second call replaces the first."""
        kept = Kept(schema=1, submission=submission, evidence=evidence, references=tuple(references))
        self._write(kept, self._folder(submission.assignment, submission.student, submission.attempt), EVIDENCE)

    def save_unscored(self, report: Report) -> None:
        """Keep the report of an attempt that left no evidence, in place of anything older."""
        self._write(report, self._folder(report.assignment, report.student, report.attempt), UNSCORED)

    def load(self, assignment: str, student: str, attempt: int) -> tuple[Submission, Evidence, tuple[Reference, ...]]:
        """Return what was kept."""
        kept = _read(self._folder(assignment, student, attempt) / EVIDENCE, Kept)
        return kept.submission, kept.evidence, kept.references

    def keys(self) -> Iterator[tuple[str, str, int]]:
        """Yield (assignment, student, attempt), sorted."""
        found = (path.parts[-4:-1] for path in self._root.glob(f"*/*/*/{EVIDENCE}"))
        yield from sorted((assignment, student, int(attempt)) for assignment, student, attempt in found)

    def drop(self, assignment: str, student: str) -> None:
        """Forget every attempt of a student at an assignment."""
        shutil.rmtree(self._root / assignment / student, ignore_errors=True)

    def unscored(self) -> Iterator[Report]:
        """Yield the reports of attempts that left no evidence, sorted."""
        for path in sorted(self._root.glob(f"*/*/*/{UNSCORED}")):
            yield _read(path, Report)

    def _folder(self, assignment: str, student: str, attempt: int) -> Path:
        return self._root / assignment / student / str(attempt)

    def _write(self, thing: Kept | Report, target: Path, name: str) -> None:
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(prefix=".new-", dir=self._root) as new:
                folder = Path(new) / "folder"
                folder.mkdir()
                body = json.dumps(converter(_Files(folder)).unstructure(thing), ensure_ascii=False, allow_nan=False)
                (folder / name).write_text(body, encoding="utf-8")
                shutil.rmtree(target, ignore_errors=True)
                folder.rename(target)
        except OSError as error:
            raise StoreError(f"cannot keep evidence in {target}: {error.strerror}") from error


def _read(path: Path, kind: type[Record]) -> Record:
    try:
        return converter(_Files(path.parent)).structure(json.loads(path.read_bytes()), kind)
    except OSError as error:
        raise StoreError(f"cannot read {path}: {error.strerror}") from error
    except Exception as error:  # cattrs and json raise many kinds
        raise StoreError(f"{path} is damaged, or of another version: {type(error).__name__}") from error


class _Files:
    """Keeps arrays as files of a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._count = 0

    def put(self, data: bytes) -> str:
        name = f"{self._count}.bin"
        self._count += 1
        (self._folder / name).write_bytes(data)
        return name

    def get(self, key: str) -> bytes:
        return (self._folder / Path(key).name).read_bytes()
