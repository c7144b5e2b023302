"""A student's source as markup: one line each, its words coloured by what they are."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grader.feedback.sources import Piece

if TYPE_CHECKING:
    from markupsafe import Markup

_LONGEST = 200_000  # characters that are coloured: more would take seconds
# Classes of `report.css.j2`, by pygments' kinds of tokens; the first that fits.
_CLASSES = (
    ("Token.Comment.Preproc", "k"), ("Token.Comment", "c"), ("Token.Keyword", "k"), ("Token.Operator.Word", "k"),
    ("Token.Literal.String", "s"), ("Token.Literal.Number", "m"), ("Token.Name.Function", "f"),
    ("Token.Name.Class", "f"), ("Token.Name.Decorator", "f"), ("Token.Name.Builtin", "b"),
)  # fmt: skip


def highlighted(piece: Piece) -> tuple["Markup", ...]:
    """Return every line of a source, escaped, in `span` elements of one-letter classes."""
    from markupsafe import Markup, escape

    lines: list[list[Markup]] = [[]]
    for kind, text in _tokens(piece):
        for number, part in enumerate(text.split("\n")):
            if number:
                lines.append([])
            if part:
                lines[-1].append(Markup('<span class="{}">{}</span>').format(kind, part) if kind else escape(part))
    return tuple(Markup("").join(line) for line in lines)


def _tokens(piece: Piece) -> Iterator[tuple[str, str]]:
    from pygments.lexers.c_like import CudaLexer
    from pygments.lexers.python import PythonLexer

    if len(piece.source) > _LONGEST:
        yield "", piece.source
        return
    lexer = (CudaLexer if piece.kind == "cuda" else PythonLexer)(stripnl=False, ensurenl=False)
    for token, text in lexer.get_tokens(piece.source):
        name = f"{token}."
        # Blanks have no colour.
        yield next((kind for prefix, kind in _CLASSES if text.strip() and name.startswith(f"{prefix}.")), ""), text
