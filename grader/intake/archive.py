"""The one file in a zip that is the submission; nothing is unpacked to the disk."""

import io
import stat
import unicodedata
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath

from grader.errors import UnreadableSubmissionError
from grader.intake.files import LEFTOVERS, MAX_BYTES, choose, too_large

MAX_ENTRIES = 1000  # an archive of one exercise has a few


def member(data: bytes, name: str, submit: Sequence[str]) -> tuple[str, bytes]:
    """Return name and content of the file that is chosen, by the same rules as in a folder.

    Args:
        data: the archive.
        name: of the archive, for messages.
        submit: accepted names and patterns, the usual one first.

    Raises:
        UnreadableSubmissionError: this is no archive that can be read, or it holds no such file, or more than one.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            chosen, entry = choose(_files(archive), submit, archives=False)
            with archive.open(entry) as file:
                content = file.read(MAX_BYTES + 1)  # what the entry says of its size may be a lie
    # Damaged, encrypted, an unknown method, an impossible name: zipfile has an exception for each.
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, RuntimeError, ValueError) as error:
        raise UnreadableSubmissionError("intake.bad-zip", {"file": name}) from error
    if len(content) > MAX_BYTES:
        raise too_large()
    return chosen, content


def _files(archive: zipfile.ZipFile) -> Mapping[str, zipfile.ZipInfo]:
    """Return the plain files at the top, or in the one folder that is there if no file is."""
    entries = archive.infolist()
    if len(entries) > MAX_ENTRIES:
        raise zipfile.BadZipFile("too many entries")
    kept = [(PurePosixPath(entry.filename.replace("\\", "/")).parts, entry) for entry in entries if _is_plain(entry)]
    kept = [(parts, entry) for parts, entry in kept if parts and not any(map(_is_leftover, parts))]
    if kept and all(len(parts) > 1 for parts, _ in kept) and len({parts[0] for parts, _ in kept}) == 1:
        kept = [(parts[1:], entry) for parts, entry in kept]
    return {unicodedata.normalize("NFC", parts[0]): entry for parts, entry in kept if len(parts) == 1}


def _is_plain(entry: zipfile.ZipInfo) -> bool:
    kind = stat.S_IFMT(entry.external_attr >> 16)  # zero where no Unix made the archive
    return not entry.is_dir() and kind in {0, stat.S_IFREG}


def _is_leftover(part: str) -> bool:
    return part in LEFTOVERS or part.startswith("._")
