"""Which lines of a submission a report shows, and which messages are about them."""

import pytest

from grader.feedback.sources import Line, Source, Spot, shown, spots
from grader.model.submission import Cell

FILE = [Cell(source="\n".join(f"x{number}" for number in range(1, 101)))]
NOTEBOOK = [Cell(source="# words", kind="markdown"), *(Cell(source="a\nb\nc\n", number=each) for each in (1, 2, 3))]


def numbers(source: Source) -> list[tuple[int | None, list[int]]]:
    """Return cell and lines of each piece; what is left out is negative."""
    return [
        (piece.spot.cell, [each.number if isinstance(each, Line) else -each for each in piece.lines])
        for piece in source.pieces
    ]


@pytest.mark.parametrize(
    ("params", "expected"),
    [
        ({"where": "a.py:12"}, [(None, 12)]),
        ({"write": "a.py:3", "other": "a.py:4", "what": "c[1]"}, [(None, 3), (None, 4)]),
        ({"places": ("a.py:7", "a.py:7", "?")}, [(None, 7)]),
        ({"file": "a.py", "line": 17, "error": "SyntaxError"}, [(None, 17)]),
        ({"line": 3, "expected": "max = 999"}, []),  # a line of what was printed
        ({"where": "other.py:3"}, []),
        ({"where": "a.py:101"}, []),
        ({"where": "a.py:0"}, []),
        ({"where": "cell 1, line 2"}, []),
    ],
)
def test_places_in_a_file(params: dict[str, object], expected: list[tuple[int | None, int | None]]) -> None:
    assert spots(params, "a.py", FILE) == tuple(Spot(cell=cell, line=line) for cell, line in expected)


@pytest.mark.parametrize(
    ("params", "expected"),
    [
        ({"where": "cell 3, line 2"}, [(3, 2)]),
        ({"cell": 2, "line": 3, "error": "SyntaxError"}, [(2, 3)]),
        ({"cell": 2, "error": "NameError", "left": 1}, [(2, None)]),
        ({"cell": 9, "line": 1}, []),
        ({"cell": True}, []),
        ({"where": "lab.ipynb:2"}, []),
    ],
)
def test_places_in_a_notebook(params: dict[str, object], expected: list[tuple[int | None, int | None]]) -> None:
    assert spots(params, "lab.ipynb", NOTEBOOK) == tuple(Spot(cell=cell, line=line) for cell, line in expected)


def test_a_short_file_is_shown_whole_and_a_long_one_around_its_marks() -> None:
    marks = {Spot(cell=None, line=50): (1,)}
    assert numbers(shown(FILE, marks, 100)) == [(None, list(range(1, 101)))]
    assert numbers(shown(FILE, marks, 20)) == [(None, [-43, *range(44, 57), -44])]
    assert numbers(shown(FILE, marks, 0)) == [(None, [-49, 50, -50])]
    assert numbers(shown(FILE, {}, 20)) == [(None, [*range(1, 21), -80])]


def test_cells_without_a_mark_are_left_out_and_counted() -> None:
    found = shown(NOTEBOOK, {Spot(cell=2, line=1): (1,), Spot(cell=3, line=None): (2,)}, 2)
    assert numbers(found) == [(2, [1, -2]), (3, [1, -2])]
    assert found.left == 3
    assert found.pieces[1].notes == (2,)


def test_no_source_is_no_piece() -> None:
    assert shown([], {}, 10) == Source(pieces=(), left=0)
