"""A map of where an array is wrong, small enough to be drawn: elements folded into cells.

* An array with one axis that is longer than a row of single elements is broken into rows where blocks of threads begin:
  a cell, and a row, is a whole number of blocks, or a block is a whole number of them. So what goes wrong in every
  block shows as columns or stripes, and a tail as a tail. Of all such cells the finest are taken. Where the threads per
  block are not known, or break into nothing that can be drawn, it is as if they were 1024, which all usual ones divide.
* Of any other array the leading axes are folded into rows. Its cells are as many rows high and columns wide as a power
  of two tells, as tiles are.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from grader.model.pictures import WhereWrong

if TYPE_CHECKING:
    import numpy as np

    Flags = np.ndarray[Any, np.dtype[np.bool_]]

COLUMNS, ROWS = 64, 24  # cells
USUAL = 1024  # threads per block that all usual ones divide
COARSE = 8  # times the elements per cell that would do: with more, too little is left to see


def where_wrong(name: str, bad: "Flags", threads: int = 0) -> WhereWrong | None:
    """Return the map of a result.

    Args:
        name: of the result.
        bad: which elements are wrong, in the shape of the result.
        threads: per block; 0 where that is not known.

    Returns:
        None for a number alone, which has no places.
    """
    if bad.size < 2:
        return None
    if max(bad.shape) == bad.size:
        columns, width = _row(bad.size, threads)
        lines, part = bad.reshape(-1), (1, width)
        cells = tuple(_shares(lines[at : at + columns * width], width) for at in range(0, bad.size, columns * width))
    else:
        matrix = bad.reshape(-1, bad.shape[-1])
        part = (_power(matrix.shape[0], ROWS), _power(matrix.shape[1], COLUMNS))
        cells = tuple(_tiles(matrix, *part))
    return WhereWrong(name=name, shape=bad.shape, wrong=int(bad.sum()), cells=cells, part=part)


def _row(size: int, threads: int) -> tuple[int, int]:
    """Return the cells of a row of an array with one axis, and the elements of a cell."""
    if size <= COLUMNS:
        return size, 1
    least = -(-size // (COLUMNS * ROWS))
    for block in (threads, USUAL):
        if 0 < block <= least:
            return COLUMNS, -(-least // block) * block
        found = next(_aligned(size, block, least), None)
        if found:
            return found
    raise AssertionError("powers of two always fit")


def _aligned(size: int, block: int, least: int) -> Iterator[tuple[int, int]]:
    """Yield the cells of a row and the elements of a cell, the finest first, where blocks begin at cells and rows."""
    for width in range(least, min(block, COARSE * least) + 1):
        for columns in range(COLUMNS, COLUMNS // 2, -1):
            row = columns * width
            if block % width == 0 and (block % row == 0 or row % block == 0) and row * ROWS >= size:
                yield columns, width


def _power(length: int, most: int) -> int:
    """Return the smallest power of two that divides a length into at most so many parts."""
    return 1 << (-(-length // most) - 1).bit_length()


def _shares(flags: "Flags", width: int) -> tuple[float, ...]:
    """Return the share that is set of each so many flags; the last ones may be fewer."""
    return next(_tiles(flags.reshape(1, -1), 1, width))


def _tiles(matrix: "Flags", height: int, width: int) -> Iterator[tuple[float, ...]]:
    """Yield the share that is set in each tile of a matrix, row by row; those at its end may be smaller."""
    import numpy as np

    down, across = np.arange(0, matrix.shape[0], height), np.arange(0, matrix.shape[1], width)
    counts = np.add.reduceat(np.add.reduceat(matrix, across, axis=1, dtype=np.int64), down, axis=0)
    heights, widths = np.diff(down, append=matrix.shape[0]), np.diff(across, append=matrix.shape[1])
    for row in counts / np.outer(heights, widths):
        yield tuple(_short(float(share)) for share in row)


def _short(share: float) -> float:
    """Return a share in three digits; what is wrong in part is neither right nor wrong altogether."""
    return share if share in {0.0, 1.0} else min(max(round(share, 3), 0.001), 0.999)
