"""Which values are wrong, and how, tells the kind of the mistake: one name for the whole pattern.

The patterns are those of the last row of the catalogue of beginners' mistakes: never written, prefix, suffix,
one off at the end, not finite, accumulated, shifted, scaled.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

    Values = np.ndarray[Any, Any]

Pattern = tuple[str, Mapping[str, object]]  # message code, parameters beside the name

MAX_SHIFT = 2  # places that a result is looked for to either side
TINY = 1e-30  # what is below is no result of an exercise, but the bits of something else
SAME = 1e-3  # relative spread of one constant factor


def name(got: "Values", want: "Values", wrong: "Values", before: "Values | None") -> Pattern:
    """Return the pattern of wrong values; at least one is wrong.

    Args:
        got: what came back, of any shape.
        want: what is right, of the same shape.
        wrong: which values differ.
        before: the poison that an output argument was filled with; None for a returned value.
    """
    import numpy as np

    flat, right, bad = got.reshape(-1), want.reshape(-1), wrong.reshape(-1)
    kept = _kept(flat, before)
    with np.errstate(all="ignore"):  # a student's values may be as large as they like
        return (
            _gaps(kept, kept | _blank(flat), bad, got.shape)
            or _last(bad, got.shape)
            or _not_finite(flat, kept)
            or _accumulated(flat, right, before)
            or _shifted(flat, right, bad)
            or _scaled(flat, right)
            or _plain(flat, right, bad, got.shape)
        )


def _kept(flat: "Values", before: "Values | None") -> "Values":
    """Return which places hold the poison that they were filled with."""
    import numpy as np

    if before is None or before.size != flat.size or before.dtype != flat.dtype:
        return np.zeros(flat.size, bool)
    # As bits: a NaN equals nothing, and a NaN that the student wrote is not the poison.
    bits = np.dtype(f"V{flat.dtype.itemsize}")
    return np.asarray(np.ascontiguousarray(flat).view(bits) == np.ascontiguousarray(before).reshape(-1).view(bits))


def _blank(flat: "Values") -> "Values":
    """Return which places hold what fresh memory may hold: zero, hardly more, or no number."""
    import numpy as np

    return np.asarray(~np.isfinite(flat) | (np.abs(flat) < TINY))


def _gaps(kept: "Values", blank: "Values", bad: "Values", shape: tuple[int, ...]) -> Pattern | None:
    """Return a pattern of places without a result behind places that are all right."""
    left, total = int(bad.sum()), bad.size
    if kept.all():
        return "output.never-written", {"total": total}
    if left in {1, total} or bool((bad & ~blank).any()) or not bool(bad[total - left :].all()):
        return None  # a single one: `_last` names it
    if left < total - left:
        return "output.tail-unwritten", {"left": left, "total": total, "first": _index(total - left, shape)}
    return "output.head-only", {"written": total - left, "total": total}


def _last(bad: "Values", shape: tuple[int, ...]) -> Pattern | None:
    if bad.size > 1 and bad[-1] and bad.sum() == 1:
        return "output.last-wrong", {"index": _index(bad.size - 1, shape)}
    return None


def _not_finite(flat: "Values", kept: "Values") -> Pattern | None:
    import numpy as np

    odd = int((~np.isfinite(flat) & ~kept).sum())
    return ("output.not-finite", {"bad": odd, "total": flat.size}) if odd else None


def _accumulated(flat: "Values", right: "Values", before: "Values | None") -> Pattern | None:
    """Return the pattern of results that were added to the poison; only where that is finite can it be seen."""
    import numpy as np

    if before is None or before.size != flat.size or before.dtype.kind != "f" or not np.isfinite(before).all():
        return None
    old = before.reshape(-1).astype(np.float64)
    # Rounding to the element type of a sum as large as the poison.
    added = np.abs(flat - old - right) <= 2 * np.finfo(before.dtype).eps * np.abs(old)
    return ("output.accumulated", {"total": flat.size}) if added.all() else None


def _shifted(flat: "Values", right: "Values", bad: "Values") -> Pattern | None:
    if flat.size < 8 or bad.sum() < flat.size // 2:
        return None
    for by in range(1, MAX_SHIFT + 1):
        for step in (by, -by):
            moved, origin = (flat[by:], right[:-by]) if step > 0 else (flat[:-by], right[by:])
            if (moved == origin).all():
                return "output.shifted", {"by": step}
    return None


def _scaled(flat: "Values", right: "Values") -> Pattern | None:
    import numpy as np

    use = right != 0
    if int(use.sum()) < 4 or bool(flat[~use].any()):
        return None
    factors = flat[use].astype(np.float64) / right[use].astype(np.float64)
    factor = float(np.median(factors))
    if factor == 0 or abs(factor - 1) < SAME or np.abs(factors - factor).max() > SAME * abs(factor):
        return None
    return "output.scaled", {"factor": float(f"{factor:.4g}")}


def _plain(flat: "Values", right: "Values", bad: "Values", shape: tuple[int, ...]) -> Pattern:
    first = int(bad.argmax())
    return "output.wrong-values", {
        "wrong": int(bad.sum()),
        "total": bad.size,
        "index": _index(first, shape),
        "expected": f"{right[first]:g}",
        "got": f"{flat[first]:g}",
    }


def _index(flat: int, shape: tuple[int, ...]) -> str:
    """Return a place as it is written in Python: `[12]`, `[3, 0]`."""
    place = []
    for length in reversed(shape):
        flat, here = divmod(flat, length)
        place.append(here)
    return str(list(reversed(place)))
