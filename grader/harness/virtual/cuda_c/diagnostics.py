"""What is wrong with a source: the compiler's messages, in the student's own lines."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_MESSAGE = re.compile(  # of g++, or of nvcc
    r"^(?P<file>[^\n:(]+)(?::(?P<line>\d+):(?:\d+:)?|\((?P<row>\d+)\):) (?:fatal )?error\s*: (?P<text>.+)$",
    re.MULTILINE,
)
_UNDEFINED = re.compile(r"undefined reference to [`‘'](?P<name>[^'’]+)['’]")
_NAME = re.compile(r"[‘'`](?P<name>\w+)[’']")
_UNKNOWN = re.compile(
    r"was not declared|does not name a type|has not been declared|is not a (?:class|namespace)|no member"
)
NOT_EMULATED = "is not emulated on the virtual GPU"
MAX = 20  # messages that are kept


@dataclass(frozen=True, kw_only=True)
class Diagnostic:
    """One message.

    Attributes:
        file: that it is about; empty when it is about none.
        line: in it, from 1; 0 when it is not known.
        text: what is wrong.
        emulated: False when a card could run it, and the virtual GPU cannot.
    """

    file: str
    line: int
    text: str
    emulated: bool = True

    @classmethod
    def not_emulated(cls, file: str, line: int, what: str) -> "Diagnostic":
        """Return that something exists on a card, but not here."""
        return cls(file=file, line=line, text=f"{what} {NOT_EMULATED}", emulated=False)

    def __str__(self) -> str:
        return f"{self.file}({self.line}): error: {self.text}" if self.line else f"error: {self.text}"


class RefusedError(Exception):
    """A source that does not become a program.

    Attributes:
        diagnostics: why, the first one first; at least one.
    """

    def __init__(self, *diagnostics: Diagnostic) -> None:
        super().__init__(*diagnostics)
        self.diagnostics = diagnostics

    def __str__(self) -> str:
        return "\n".join(map(str, self.diagnostics))


def read(output: str, not_emulated: frozenset[str]) -> Sequence[Diagnostic]:
    """Return what a compiler and linker say.

    Args:
        output: of g++.
        not_emulated: names that NVIDIA's runtime has and ours has not.
    """
    found = [_diagnostic(match, not_emulated) for match in _MESSAGE.finditer(output)]
    found += [
        Diagnostic(file="", line=0, text=f'undefined reference to "{match["name"]}"')
        for match in _UNDEFINED.finditer(output)
    ]
    unique = list(dict.fromkeys(found))
    return unique[:MAX] or [Diagnostic(file="", line=0, text=output.strip()[:1000] or "the compiler failed")]


def _diagnostic(match: re.Match[str], not_emulated: frozenset[str]) -> Diagnostic:
    file, line, text = match["file"], int(match["line"] or match["row"]), match["text"]
    name = _NAME.search(text) if _UNKNOWN.search(text) else None
    if name and name["name"] in not_emulated:
        return Diagnostic.not_emulated(file, line, name["name"])
    return Diagnostic(file=file, line=line, text=text)
