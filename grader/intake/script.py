"""The bytes of a `.py` or `.cu` file to its one cell."""

import codecs
import io
import tokenize

from grader.errors import UnreadableSubmissionError
from grader.model.submission import Cell, Note

# The longer marks first: that of UTF-32 begins like that of UTF-16.
MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
USUAL = {"utf-8", "utf-8-sig", "ascii"}
SLOW = {"punycode", "idna"}  # their time grows with the square of the length: refused


def read_script(data: bytes, name: str) -> tuple[tuple[Cell, ...], tuple[Note, ...]]:
    """Return the whole file as one cell, with the notes to it.

    Args:
        data: the file's bytes.
        name: the file's name, for messages.

    Raises:
        UnreadableSubmissionError: the bytes are no text in any encoding that the file declares, or nothing at all.
    """
    encoding = marked_encoding(data)
    try:
        encoding = encoding or tokenize.detect_encoding(io.BytesIO(data).readline)[0]
        text = "\0" if codecs.lookup(encoding).name in SLOW else data.decode(encoding)
    except (SyntaxError, LookupError, ValueError) as error:
        raise UnreadableSubmissionError("intake.not-utf8", {"file": name}) from error
    if "\0" in text:  # UTF-16 without its mark, or no text at all
        raise UnreadableSubmissionError("intake.not-utf8", {"file": name})
    if not text.strip():
        raise UnreadableSubmissionError("intake.empty", {"file": name})
    return (Cell(source=clean(text)),), encoding_notes(encoding, name)


def read_cuda_c(data: bytes, name: str) -> tuple[tuple[Cell, ...], tuple[Note, ...]]:
    """Return a whole file of CUDA C as one cell, with the notes to it.

    Args:
        data: the file's bytes.
        name: the file's name, for messages.

    Raises:
        UnreadableSubmissionError: the bytes are no text, or nothing at all.
    """
    encoding = marked_encoding(data) or "utf-8"
    try:
        text = data.decode(encoding)
    except ValueError as error:
        raise UnreadableSubmissionError("intake.not-utf8", {"file": name}) from error
    if "\0" in text:
        raise UnreadableSubmissionError("intake.not-utf8", {"file": name})
    if not text.strip():
        raise UnreadableSubmissionError("intake.empty", {"file": name})
    return (Cell(source=clean(text), kind="cuda_c"),), encoding_notes(encoding, name)


def marked_encoding(data: bytes) -> str:
    """Return the encoding that a byte order mark stands for, or nothing."""
    return next((encoding for mark, encoding in MARKS if data.startswith(mark)), "")


def encoding_notes(encoding: str, name: str) -> tuple[Note, ...]:
    """Return the note on an unusual encoding, if it is one."""
    if not encoding or encoding in USUAL:
        return ()
    return (Note(code="note.encoding", params={"file": name, "encoding": encoding.upper()}),)


def clean(text: str) -> str:
    """Return text with the line ends that Python counts, and no half of a surrogate pair, which no file could hold."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
