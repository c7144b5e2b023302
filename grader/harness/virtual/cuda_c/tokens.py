"""CUDA C source as tokens, so that comments, strings and characters are never taken for code."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_TOKEN = re.compile(
    r"""
    (?P<space>\s+ | //(?:\\\r?\n|[^\n])* | /\*.*?(?:\*/|\Z))
  | (?P<include>(?<![^\n])[ \t]*\#[ \t]*include[ \t]*(?:<[^>\n]*>|"[^"\n]*"))
  | (?P<text>(?:u8|[uUL])?R"(?P<fence>[^()\\\s]{0,16})\(.*?(?:\)(?P=fence)"|\Z)
           | (?:u8|[uUL])?"(?:\\.|[^"\\\n])*" | (?:u8|[uUL])?'(?:\\.|[^'\\\n])+')
  | (?P<number>\.?[0-9](?:[eEpP][+-]|'(?=\w)|[\w.])*)
  | (?P<name>[^\W\d]\w*)
  | (?P<mark><<<|>>>|::|->|.)
    """,
    re.VERBOSE | re.DOTALL,
)
_OPENING, _CLOSING = "([{", ")]}"


@dataclass(frozen=True, kw_only=True)
class Token:
    """A piece of the source.

    Attributes:
        kind: space (with comments), include, text (strings and characters), number, name or mark.
        text: as it stands there.
        line: that it begins in, from 1.
    """

    kind: str
    text: str
    line: int


def tokens_of(source: str) -> list[Token]:
    """Return all of a source; joined again, the texts are the source."""
    found: list[Token] = []
    line, launching = 1, False
    for match in _TOKEN.finditer(source):
        kind, text = str(match.lastgroup), match[0]
        # Where nothing is launched, `>>>` ends three lists of template arguments.
        pieces = [text] if kind != "mark" or text != ">>>" or launching else text
        found.extend(Token(kind=kind, text=piece, line=line) for piece in pieces)
        launching = (launching or text == "<<<") and text != ">>>"
        line += text.count("\n")
    return found


def text_of(tokens: Sequence[Token]) -> str:
    """Return some tokens as source."""
    return "".join(token.text for token in tokens)


def code(tokens: Sequence[Token]) -> list[Token]:
    """Return the tokens that are no space and no comment."""
    return [token for token in tokens if token.kind != "space"]


def after(tokens: Sequence[Token], at: int) -> int:
    """Return the index of the next token after `at` that is no space; len(tokens) when there is none."""
    at += 1
    while at < len(tokens) and tokens[at].kind == "space":
        at += 1
    return at


def before(tokens: Sequence[Token], at: int) -> int:
    """Return the index of the last token before `at` that is no space; -1 when there is none."""
    at -= 1
    while at >= 0 and tokens[at].kind == "space":
        at -= 1
    return at


def closing(tokens: Sequence[Token], at: int) -> int:
    """Return where the bracket at `at` is closed; len(tokens) when it is not."""
    depth = 0
    for index in range(at, len(tokens)):
        if tokens[index].kind == "mark":
            depth += (tokens[index].text in _OPENING) - (tokens[index].text in _CLOSING)
        if depth == 0:
            return index
    return len(tokens)


def namespace(tokens: Sequence[Token], at: int) -> str | None:
    """Return the namespace that a brace opens; empty for one without a name, None if it opens something else."""
    last = before(tokens, at)
    first = before(tokens, last) if last >= 0 else -1
    if last >= 0 and tokens[last].text in {"namespace", '"C"'}:
        return ""
    return tokens[last].text if first >= 0 and tokens[first].text == "namespace" else None


def split(tokens: Sequence[Token], separator: str = ",") -> list[list[Token]]:
    """Return the parts between separators that lie in no brackets; template arguments count as brackets, too."""
    parts: list[list[Token]] = [[]]
    depth = angles = 0
    for at, token in enumerate(tokens):
        if token.kind == "mark":
            depth += (token.text in _OPENING) - (token.text in _CLOSING)
            angles += _opens(tokens, at) if token.text == "<" else -(token.text == ">" and angles > 0)
        if token.text == separator and not depth and not angles:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts if code(tokens) else []


def _opens(tokens: Sequence[Token], at: int) -> bool:
    """Return whether a `<` may begin template arguments."""
    previous = before(tokens, at)
    return previous >= 0 and tokens[previous].kind == "name" and any(token.text == ">" for token in tokens[at:])
