"""A student's folder to the bytes of one file: regular files only, no link is followed."""

import errno
import os
import stat
import unicodedata
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from fnmatch import fnmatchcase
from pathlib import Path, PurePath
from typing import TypeVar

from grader.errors import MachineError, UnreadableSubmissionError

Thing = TypeVar("Thing")

ARCHIVE = "*.zip"
MAX_BYTES = 10 * 1024 * 1024  # of one file
_NEAR = 0.75  # of a name and another: how alike they are
_LOST = {"", ".txt"}  # what a system that hides the end of names leaves there
MAX_NAMES = 10  # that one message lists
LEFTOVERS = {"__MACOSX", ".ipynb_checkpoints", ".DS_Store", "__pycache__"}
# O_NONBLOCK: a named pipe must not keep the grader waiting. Windows has the last alone, and files of its own student's.
_FLAGS = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY"))
REFUSED = {errno.ELOOP, errno.ENOENT, errno.ENOTDIR, errno.ENXIO}  # a link, nothing, nothing, a socket


def find(folder: Path, submit: Sequence[str]) -> Path:
    """Return the one file in a student's folder that is the submission.

    The usual name comes first, then the only file that matches a pattern, then the only one of a right suffix, then the
    only zip. If no file lies there but a single folder does, its content counts instead: an unpacked archive often has
    one around it.

    Args:
        folder: of one student.
        submit: accepted names and patterns, the usual one first.

    Raises:
        UnreadableSubmissionError: there is no such file, or more than one.
        MachineError: the folder cannot be read.
    """
    try:
        # A folder that is a link leads to what somebody else has handed in.
        files = {} if folder.is_symlink() else {plain_name(path): path for path in _files(folder)}
    except OSError as error:
        raise MachineError(f"cannot read {folder}: {error.strerror}") from error
    return choose(files, submit, archives=True)[1]


def choose(files: Mapping[str, Thing], submit: Sequence[str], *, archives: bool) -> tuple[str, Thing]:
    """Return the name of the one file that is the submission, and what stands for it.

    Args:
        files: by name.
        submit: accepted names and patterns, the usual one first.
        archives: whether a zip will do, where no file fits.

    Raises:
        UnreadableSubmissionError: there is no such file, or more than one.
    """
    usual = [name for name in files if name == submit[0]] or [
        name for name in files if folded(name) == folded(submit[0])
    ]
    if len(usual) == 1:
        return usual[0], files[usual[0]]
    for fits, wanted in ((fits_pattern, submit), (fits_suffix, submit), (fits_suffix, (ARCHIVE,) if archives else ())):
        found = sorted(name for name in files if fits(name, wanted))
        if len(found) > 1:
            raise _undecided("intake.several", found, submit)
        if found:
            return found[0], files[found[0]]
    raise _undecided("intake.none", sorted(files), submit)


def _undecided(code: str, files: Sequence[str], submit: Sequence[str]) -> UnreadableSubmissionError:
    """Return the error of files of which none is surely the submission; one that is nearly called like it is named."""
    shown = tuple(files[:MAX_NAMES])
    plain = [name for name in files if fits_suffix(name, submit) or suffix(name) in _LOST]
    near = get_close_matches(folded(submit[0]), map(folded, plain), n=2, cutoff=_NEAR)
    if len(near) != 1:
        return UnreadableSubmissionError(code, {"files": shown})
    name = next(name for name in plain if folded(name) == near[0])
    return UnreadableSubmissionError("intake.nearly", {"files": shown, "near": name, "expected": submit[0]})


def read_bytes(path: Path) -> bytes:
    """Return the whole content of a regular file.

    Raises:
        UnreadableSubmissionError: it is a link or no regular file, or too large.
        MachineError: it cannot be read.
    """
    try:
        number = os.open(path, _FLAGS)
        with os.fdopen(number, "rb") as file:
            state = os.fstat(number)
            if not stat.S_ISREG(state.st_mode) or state.st_nlink != 1:
                raise UnreadableSubmissionError("intake.none", {"files": (plain_name(path),)})
            if state.st_size > MAX_BYTES:
                raise too_large()
            return file.read(MAX_BYTES)
    except OSError as error:
        if error.errno in REFUSED or error.errno == errno.EISDIR:
            raise UnreadableSubmissionError("intake.none", {"files": (plain_name(path),)}) from error
        raise MachineError(f"cannot read {path}: {error.strerror}") from error


def too_large() -> UnreadableSubmissionError:
    """Return the error of a file that is larger than any submission."""
    return UnreadableSubmissionError("intake.too-large", {"limit": f"{MAX_BYTES // 1024**2} MB"})


def plain_name(path: Path) -> str:
    """Return the file's name as it is typed: a Mac takes Bangla letters apart."""
    # Bytes that are no UTF-8 arrive as half surrogate pairs, which nothing later could write.
    return unicodedata.normalize("NFC", path.name.encode(errors="surrogateescape").decode(errors="replace"))


def folded(name: str) -> str:
    """Return what names are compared by: compatibility forms are alike (NFKC, as in Python), invisible letters gone."""
    return "".join(letter for letter in unicodedata.normalize("NFKC", name) if unicodedata.category(letter) != "Cf")


def fits_pattern(name: str, submit: Sequence[str]) -> bool:
    """Whether a file's name is one that the assignment asks for."""
    return any(fnmatchcase(folded(name), folded(pattern)) for pattern in submit)


def fits_suffix(name: str, submit: Sequence[str]) -> bool:
    """Whether a file is at least of a kind that the assignment asks for."""
    return suffix(name) in {PurePath(pattern).suffix for pattern in submit} - {""}


def suffix(name: str) -> str:
    """Return what a name ends in, in small letters."""
    return PurePath(folded(name)).suffix.lower()


def _files(folder: Path) -> list[Path]:
    files, folders = _content(folder)
    return files if files or len(folders) != 1 else _content(folders[0])[0]


def _content(folder: Path) -> tuple[list[Path], list[Path]]:
    with os.scandir(folder) as entries:
        kept = [entry for entry in entries if entry.name not in LEFTOVERS and not entry.name.startswith("._")]
    files = [Path(entry.path) for entry in kept if _is_plain(entry)]
    return files, [Path(entry.path) for entry in kept if entry.is_dir(follow_symlinks=False)]


def _is_plain(entry: os.DirEntry[str]) -> bool:
    return entry.is_file(follow_symlinks=False) and entry.stat(follow_symlinks=False).st_nlink == 1
