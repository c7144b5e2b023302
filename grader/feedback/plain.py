"""Examples and pictures in lines of plain text, for terminals and Markdown."""

from collections.abc import Iterator, Sequence

from grader.feedback.examples import Cell, Smallest, Table
from grader.feedback.pictures import Bars, Drawing, Map, Strip
from grader.feedback.translator import Translator

RIGHT, PARTLY, WRONG = ".", "+", "#"  # of ASCII: some terminals show block elements in two columns


def values(found: Smallest) -> Iterator[str]:
    """Yield one line for each value that is a number or a vector."""
    for head, cell in found.scalars:
        yield f"{head}: {_span([cell])}"
    for table in found.tables:
        if not table.title:
            for at, head in enumerate(table.heads[1:]):
                column = [cells[at] for _, cells in table.rows]
                yield f"{head}: {_span([cell for cell in column if cell.text])}"  # vectors may differ in length


def grids(found: Smallest) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the title of each matrix, and its rows, aligned."""
    for table in found.tables:
        if table.title:
            yield table.title, tuple(_aligned(table))


def sketch(drawing: Drawing) -> tuple[str, ...]:
    """Return a map drawn with signs, one line for each of its rows; nothing for other pictures."""
    if not isinstance(drawing, Map):
        return ()
    return tuple("".join(map(_sign, row)) for row in drawing.cells)


def words(drawing: Drawing, translator: Translator) -> tuple[str, ...]:
    """Return what a picture shows: a line for each bar, or one line, with a key to the signs where it is a map."""
    match drawing:
        case Bars():
            return drawing.words
        case Map():
            return (" ".join((*drawing.words, translator.label("picture.signs"))),)
        case Strip():
            return (" ".join(drawing.words),)


def marked(cell: Cell) -> str:
    """Return a value; a wrong one has its mark."""
    return f"✗ {cell.text}" if cell.wrong else cell.text


def _span(cells: Sequence[Cell]) -> str:
    # U+02CB looks like the backtick that would end the span.
    return f"`{', '.join(map(marked, cells)).replace('`', 'ˋ')}`"


def _aligned(table: Table) -> Iterator[str]:
    rows = [table.heads, *((name, *map(marked, cells)) for name, cells in table.rows)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(text.rjust(width) for text, width in zip(row, widths, strict=True))


def _sign(share: float) -> str:
    return RIGHT if share <= 0 else WRONG if share >= 1 else PARTLY
