"""A student's folder to their attempts, and when each was handed in."""

import os
import re
from datetime import UTC, datetime
from pathlib import Path

from grader.errors import MachineError
from grader.intake.files import LEFTOVERS
from grader.text.moments import moment

NOTED = ".submitted_at"  # ends the name of the file, beside what was handed in, that holds its time


def attempts(path: Path) -> tuple[tuple[int, Path], ...]:
    """Return the attempts that a path stands for, by their numbers.

    A folder with nothing in it but folders called 1, 2, … holds an attempt in each; anything else is the first attempt.
    """
    try:
        with os.scandir(path) as entries:
            kept = [entry for entry in entries if entry.name not in LEFTOVERS and not entry.name.endswith(NOTED)]
    except OSError:  # a file; what cannot be read is told of when it is
        kept = []
    if path.is_symlink() or not kept or not all(map(_is_attempt, kept)):
        return ((1, path),)
    return tuple(sorted((int(entry.name), Path(entry.path)) for entry in kept))


def submitted_at(thing: Path, file: Path) -> datetime:
    """Return when something was handed in: as it is noted beside it, else when its file was last changed.

    The note lies beside a folder and not in it, where a student could have put one.

    Args:
        thing: a file, or the folder of a student or of an attempt; the note of `s001` is `s001.submitted_at`.
        file: the submission, which is `thing` or lies in it.

    Raises:
        MachineError: the note gives no moment, or one of the files cannot be read.
    """
    note = thing.with_name(f"{thing.name}{NOTED}")
    try:
        return moment(note.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return datetime.fromtimestamp(file.lstat().st_mtime, UTC).replace(microsecond=0)
    except (OSError, ValueError) as error:
        raise MachineError(f"{note}: {error}") from error


def _is_attempt(entry: os.DirEntry[str]) -> bool:
    return entry.is_dir(follow_symlinks=False) and re.fullmatch("[1-9][0-9]{0,5}", entry.name) is not None
