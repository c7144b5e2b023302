"""Patterns that only several cases show together."""

from collections.abc import Collection

from grader.checks._patterns.difference import BLOCKS


def block(right: Collection[int], wrong: Collection[int], threads: int) -> int | None:
    """Return the block size of which the sizes of all right results, and of no wrong ones, are multiples.

    Args:
        right: sizes of the results that are right; there has to be one.
        wrong: sizes of the results that are wrong; two different ones are needed.
        threads: per block, where that is known; else 0.
    """
    if not right or len(set(wrong)) < 2:
        return None
    fits = (block for block in ((threads,) if threads else ()) + BLOCKS if not any(size % block for size in right))
    return next((block for block in fits if all(size % block for size in wrong)), None)
