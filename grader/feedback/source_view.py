"""A student's source as markup: one line each, its words coloured by what they are."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grader.feedback.sources import Kind

if TYPE_CHECKING:
    from markupsafe import Markup

_LONGEST = 100_000  # characters that are coloured: more would take seconds
# Classes of `report.css`, by pygments' kinds of tokens; the first that fits.
_CLASSES = (
    ("Token.Comment.Preproc", "k"), ("Token.Comment", "c"), ("Token.Keyword", "k"), ("Token.Operator.Word", "k"),
    ("Token.Literal.String", "s"), ("Token.Literal.Number", "m"), ("Token.Name.Function", "f"),
    ("Token.Name.Class", "f"), ("Token.Name.Decorator", "f"), ("Token.Name.Builtin", "b"),
)  # fmt: skip


def highlighted(source: str, kind: Kind) -> tuple["Markup", ...]:
    """Return every line of a source, escaped, in `span` elements of one-letter classes."""
    from markupsafe import Markup, escape

    lines: list[list[Markup]] = [[]]
    for colour, text in _tokens(source, kind):
        for number, part in enumerate(text.split("\n")):
            if number:
                lines.append([])
            if part:
                lines[-1].append(Markup('<span class="{}">{}</span>').format(colour, part) if colour else escape(part))
    return tuple(Markup("").join(line) for line in lines)


def _tokens(source: str, kind: Kind) -> Iterator[tuple[str, str]]:
    from pygments.lexers.c_like import CudaLexer
    from pygments.lexers.python import PythonLexer

    if len(source) > _LONGEST:
        yield "", source
        return
    lexer = (CudaLexer if kind == "cuda" else PythonLexer)(stripnl=False)
    for token, text in lexer.get_tokens(source):
        name = f"{token}."
        # Blanks have no colour.
        yield next((colour for prefix, colour in _CLASSES if text.strip() and name.startswith(f"{prefix}.")), ""), text
