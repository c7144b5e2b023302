"""Bytes to text, in whichever encoding a student's editor has saved them."""

import codecs
import json

from grader.errors import UnreadableSubmissionError
from grader.model.submission import Note

# The longer marks first: that of UTF-32 begins like that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_USUAL = {"utf-8", "utf-8-sig", "ascii"}
_SLOW = {"punycode", "idna"}  # their time grows with the square of the length: refused
_LEGACY = "cp1252"  # of Western Windows
_LAYOUT = "\t\n\r\f"


def decoded(data: bytes, name: str, declared: str = "") -> tuple[str, str]:
    """Return the text of a file, with the line ends that Python counts, and the name of its encoding.

    Args:
        data: the file's bytes; zeros at its end, which a full or broken disk leaves, are left out.
        name: the file's name, for messages.
        declared: the encoding that the file itself names, where it has no mark.

    Raises:
        UnreadableSubmissionError: this is text in no encoding that could be told for sure.
    """
    marked = next((encoding for mark, encoding in _MARKS if data.startswith(mark)), "")
    encoding = marked or declared
    data = data if encoding.startswith(("utf-16", "utf-32")) else data.rstrip(b"\0")
    encoding = encoding or _guessed(data)
    try:
        text = "\0" if codecs.lookup(encoding).name in _SLOW else data.decode(encoding)
    except (LookupError, ValueError) as error:
        raise UnreadableSubmissionError("intake.not-utf8", {"file": name}) from error
    if "\0" in text:  # UTF-16 without its mark, or no text at all
        raise UnreadableSubmissionError("intake.not-utf8", {"file": name})
    return clean(text), encoding


def notes(encoding: str, name: str) -> tuple[Note, ...]:
    """Return the note on an unusual encoding, if it is one."""
    if encoding in _USUAL:
        return ()
    return (Note(code="note.encoding", params={"file": name, "encoding": encoding.upper()}),)


def clean(text: str) -> str:
    """Return text with the line ends that Python counts, and no half of a surrogate pair, which no file could hold."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def unmarked(data: bytes) -> str:
    """Return the encoding of JSON, which its first bytes tell, where that is not UTF-8; else nothing."""
    found = json.detect_encoding(data)
    return "" if found.startswith("utf-8") else found


def _guessed(data: bytes) -> str:
    """Return UTF-8, or the old encoding of Windows where nothing speaks for UTF-8 and every character can be read.

    A file that is UTF-8 but for a few bytes is damaged: read in another encoding, its Bangla would be other letters.
    """
    if not (data.isascii() or _is_utf8(data)) and data.decode("utf-8", "ignore").isascii():
        legacy = data.decode(_LEGACY, "replace")
        if all(letter.isprintable() or letter in _LAYOUT for letter in legacy) and "\ufffd" not in legacy:
            return _LEGACY
    return "utf-8"


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
