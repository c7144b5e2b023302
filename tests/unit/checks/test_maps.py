"""Maps of where an array is wrong: small, and nothing in them that is not so."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from grader.checks._maps import COLUMNS, ROWS, where_wrong
from grader.model.pictures import WhereWrong


def drawn(shape: int | tuple[int, ...], wrong: Any, threads: int = 0) -> WhereWrong:
    bad = np.zeros(shape, bool)
    bad[wrong] = True
    found = where_wrong("c", bad, threads)
    assert found is not None
    assert (found.shape, found.wrong) == (bad.shape, int(bad.sum()))
    assert len(found.cells) <= ROWS
    assert max(map(len, found.cells)) == len(found.cells[0]) <= COLUMNS
    return found


def marks(found: WhereWrong) -> list[str]:
    return ["".join({0.0: ".", 1.0: "#"}.get(share, "+") for share in row) for row in found.cells]


def test_a_short_line_is_one_row_of_single_elements() -> None:
    assert marks(drawn(8, [0, 7])) == ["#......#"]
    assert marks(drawn((1, 64), (0, 3))) == ["...#" + 60 * "."]


def test_a_longer_line_is_broken_where_blocks_begin_and_ends_where_it_ends() -> None:
    found = drawn(1000, slice(768, None), threads=256)
    assert marks(found) == [64 * "."] * 12 + [64 * "#"] * 3 + [40 * "#"]
    assert marks(drawn(200, slice(0, None, 48), threads=48)) == [*["#" + 47 * "."] * 4, "#......."]


@pytest.mark.parametrize(
    ("size", "threads", "columns", "width"),
    [
        (1536, 256, 64, 1), (1537, 256, 64, 2), (4096, 256, 64, 4), (4096, 1000, 50, 4), (10**6, 256, 64, 768),
        (4096, 0, 64, 4), (10**6, 0, 64, 1024), (300, 127, 64, 1), (1025, 32, 64, 1), (5000, 48, 60, 4),
    ],
)  # fmt: skip
def test_blocks_are_made_of_cells_and_rows_or_they_of_blocks(size: int, threads: int, columns: int, width: int) -> None:
    found = drawn(size, slice(0, None, threads or 256), threads)
    assert (len(found.cells[0]), found.part) == (columns, (1, width))
    assert sum(len(row) for row in found.cells) == -(-size // width)
    firsts = [at for at, share in enumerate(np.concatenate(found.cells)) if share]
    if 0 < threads % width == 0:
        assert firsts == list(range(0, -(-size // width), threads // width)), "each block begins with a cell"


def test_every_second_element_of_a_long_line_is_half_of_every_cell() -> None:
    assert {share for row in drawn(65536, slice(0, None, 2), 256).cells for share in row} == {0.5}


@pytest.mark.parametrize(
    ("shape", "wrong", "expected"),
    [
        ((3, 4), np.eye(3, 4, dtype=bool), ["#...", ".#..", "..#."]),
        ((2, 2, 3), (1, 0), ["...", "...", "###", "..."]),
        ((30, 3), (slice(29, None), 2), [*["..."] * 14, "..+"]),
        ((2, 70), (1, slice(69, None)), [35 * ".", 34 * "." + "+"]),
    ],
)
def test_a_matrix_is_itself_in_tiles(shape: tuple[int, ...], wrong: Any, expected: Sequence[str]) -> None:
    assert marks(drawn(shape, wrong)) == expected


def test_one_of_very_many_is_neither_nothing_nor_everything() -> None:
    one = drawn(10**6, 500, threads=256)
    assert (one.cells[0][0], sum(map(sum, one.cells))) == (0.001, 0.001)
    assert drawn(10**6, slice(1, None)).cells[0][0] == 0.999
    assert drawn(10**6, slice(None)).cells[0][0] == 1.0


def test_a_number_alone_has_no_places() -> None:
    assert where_wrong("c", np.ones((), bool)) is None
    assert where_wrong("c", np.ones(1, bool)) is None
