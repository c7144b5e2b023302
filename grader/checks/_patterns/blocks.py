"""Patterns of the places that are wrong in each block of threads, or in each step of a loop."""

from typing import TYPE_CHECKING

from grader.checks._patterns.difference import Difference, Pattern

if TYPE_CHECKING:
    from grader.checks._patterns.difference import Values

LEAST = 3  # blocks that have to show the same before it is called regular
ROW = 4  # places that have to be at equal distances
REACH = 4  # threads at an edge of a block: not more than a stencil reaches


def first_block(of: Difference) -> Pattern | None:
    """Return the pattern of a result whose first block alone is right."""
    for block in of.blocks:
        if of.size >= 2 * block and not of.bad[:block].any() and of.bad[block:].all():
            return "output.first-block-only", {"block": block}
    return None


def regular(of: Difference) -> Pattern | None:
    """Return the pattern of every k-th place: it alone is wrong, or it alone is right; of a block, if k is its size."""
    for places, of_block, of_step in (
        (of.bad, "output.one-per-block-wrong", "output.every-kth-wrong"),
        (~of.bad, "output.one-per-block-only", "output.every-kth-only"),
    ):
        step, first = _step(places)
        if len(of.shape) > 1 and step > of.shape[-1]:
            continue  # a diagonal of a matrix, for example
        if step in of.blocks:
            return of_block, {"block": step, "thread": first % step}
        if step:
            return of_step, {"step": step, "start": of.place(first)}
    return None


def edges(of: Difference) -> Pattern | None:
    """Return the pattern of threads at the edges of every block; those at the ends of the array may be right."""
    import numpy as np

    lane = np.arange(of.size)
    for block in of.blocks:
        if of.size < LEAST * block:
            continue
        inside = of.bad[block : of.size // block * block].reshape(-1, block)[:-1]
        if not inside.size or (inside != inside[0]).any() or not (inside[0, 0] and inside[0, -1]):
            continue
        near = (lane % block < REACH) | (lane % block >= block - REACH)
        if not (of.bad & ~near).any():
            return "output.block-edges", {"block": block}
    return None


def same_in_each(of: Difference) -> Pattern | None:
    """Return the pattern of a part of the threads that is wrong in every block."""
    for block in reversed(of.blocks):
        if of.size >= LEAST * block and (of.bad[block:] == of.bad[:-block]).all() and not of.bad.all():
            return "output.block-periodic", {"block": block, "each": int(of.bad[:block].sum())}
    return None


def whole(of: Difference) -> Pattern | None:
    """Return the pattern of blocks that are wrong from end to end while others are right."""
    import numpy as np

    for block in of.blocks:
        starts = np.arange(0, of.size, block)
        if starts.size < LEAST:
            continue
        wrong, length = np.add.reduceat(of.bad, starts, dtype=np.int64), np.minimum(block, of.size - starts)
        if (wrong == 0).any() and ((wrong == 0) | (wrong == length)).all():
            count = {
                "bad_blocks": int((wrong > 0).sum()),
                "blocks": int(starts.size),
                "first_block": int(wrong.argmax()),
            }
            return "output.whole-blocks", {"block": block, **count}
    return None


def _step(places: "Values") -> tuple[int, int]:
    """Return the step between regular places, and the first of them; 0 where they are not regular.

    They may leave out the first or the last of their row, as an edge of the array does.
    """
    import numpy as np

    at = np.flatnonzero(places)
    if at.size < ROW:
        return 0, 0
    step = int(at[1] - at[0])
    if step < 2 or (np.diff(at) != step).any() or at[0] > step or at[-1] + 2 * step < places.size:
        return 0, 0
    return step, int(at[0])
