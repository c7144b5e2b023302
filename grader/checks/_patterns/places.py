"""Patterns of the places that are wrong in an array as a whole: its ends, its border, its corner, its diagonal."""

from typing import TYPE_CHECKING

from grader.checks._patterns.difference import Difference, Pattern

if TYPE_CHECKING:
    from grader.checks._patterns.difference import Values

FEW = 8  # places at an end: not more than a stencil reaches


def unwritten(of: Difference) -> Pattern | None:
    """Return the pattern of places without a result behind places that are all right."""
    if of.kept.all():
        return "output.never-written", {}
    left, total = of.wrong, of.size
    if left in {1, total} or bool((of.bad & ~of.blank).any()) or not bool(of.bad[total - left :].all()):
        return None  # a single one: `ends` names it
    if total - left == 1 and (of.bad & ~of.kept).any():
        return None  # zeros everywhere, of which one is right by chance
    if left < (of.threads or total - left):
        return "output.tail-unwritten", {"left": left, "first": of.place(total - left)}
    return "output.head-only", {"written": total - left}


def holes(of: Difference) -> Pattern | None:
    """Return the pattern of places that nobody has written to, wherever they are."""
    return ("output.holes", {}) if of.wrong > 1 and not (of.bad & ~of.kept).any() else None


def ends(of: Difference) -> Pattern | None:
    """Return the pattern of one wrong end, or of both."""
    bad, total = of.bad, of.size
    if of.wrong == 1 and total > 1 and (bad[0] or bad[-1]):
        return ("output.first-wrong" if bad[0] else "output.last-wrong"), {}
    if of.wrong in {1, total}:
        return None
    before, after = _run(bad), _run(bad[::-1])
    few = before <= min(FEW, total // 4) and after <= min(FEW, total // 4)
    both = len(of.shape) == 1 and before and after and before + after == of.wrong
    return ("output.border", {}) if both and few else None


def part(of: Difference) -> Pattern | None:
    """Return the pattern of an array whose beginning alone, or whose end alone, is wrong."""
    if of.wrong == of.size:
        return None
    if _run(of.bad) == of.wrong:
        return "output.head-wrong", {}
    return ("output.tail-wrong", {}) if _run(of.bad[::-1]) == of.wrong else None


def border(of: Difference) -> Pattern | None:
    """Return the pattern of a matrix that is right but for its outermost rows and columns."""
    bad = _matrix(of)
    if bad is None or bad[1:-1, 1:-1].any():
        return None
    sides = (bad[0], bad[-1], bad[:, 0], bad[:, -1])
    return ("output.border", {}) if sum(bool(side[1:-1].any()) for side in sides) > 1 else None


def corner(of: Difference) -> Pattern | None:
    """Return the pattern of a matrix that has results in its upper left part only."""
    bad = _matrix(of)
    if bad is None or bad[0, 0] or bool((of.bad & ~of.blank).any()):
        return None
    rows, columns = _run(~bad[:, 0]), _run(~bad[0])
    if columns == bad.shape[1] or bad[:rows, :columns].any() or rows * columns != of.size - of.wrong:
        return None
    return "output.corner-only", {"part": str((rows, columns)), "whole": str(bad.shape)}


def diagonal(of: Difference) -> Pattern | None:
    """Return the pattern of a matrix that is right but for its diagonal."""
    import numpy as np

    bad = _matrix(of)
    if bad is None:
        return None
    return ("output.diagonal-wrong", {}) if (bad == (np.eye(*bad.shape) > 0)).all() else None


def _matrix(of: Difference) -> "Values | None":
    """Return which values of a matrix are wrong; None if it is none, or too small to have an inside."""
    return of.bad.reshape(of.shape) if len(of.shape) == 2 and min(of.shape) >= 3 else None


def _run(flags: "Values") -> int:
    """Return how many flags are set before the first that is not."""
    return int(flags.size if flags.all() else flags.argmin())
