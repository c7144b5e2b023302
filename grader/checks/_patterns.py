"""Which values are wrong, and how, tells the kind of the mistake: one name for the whole pattern.

The patterns are those of the last row of the catalogue of beginners' mistakes: unwritten, prefix, suffix, shifted,
scaled, one off at the end.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

    Values = np.ndarray[Any, Any]

Pattern = tuple[str, Mapping[str, object]]  # message code, parameters beside the name

MAX_SHIFT = 2  # places that a result is looked for to either side
SAME = 1e-3  # relative spread of one constant factor


def name(got: "Values", want: "Values", wrong: "Values", before: "Values | None") -> Pattern:
    """Return the pattern of wrong values; at least one is wrong.

    Args:
        got: what came back, of any shape.
        want: what is right, of the same shape.
        wrong: which values differ.
        before: the poison that an output argument was filled with; None for a returned value.
    """
    flat, right, bad = got.reshape(-1), want.reshape(-1), wrong.reshape(-1)
    unwritten = _unwritten(flat, before)
    return (
        _gaps(unwritten, bad, got.shape)
        or _last(bad, got.shape)
        or _not_finite(flat, unwritten)
        or _shifted(flat, right, bad)
        or _scaled(flat, right)
        or _plain(flat, right, bad, got.shape)
    )


def _unwritten(flat: "Values", before: "Values | None") -> "Values":
    import numpy as np

    if before is None or before.size != flat.size or before.dtype != flat.dtype:
        return np.zeros(flat.size, bool)
    # As bits: a NaN equals nothing, and a NaN that the student wrote is not the poison.
    bits = np.dtype(f"V{flat.dtype.itemsize}")
    return np.asarray(np.ascontiguousarray(flat).view(bits) == np.ascontiguousarray(before).reshape(-1).view(bits))


def _gaps(unwritten: "Values", bad: "Values", shape: tuple[int, ...]) -> Pattern | None:
    """Return a pattern of places that were never written, where all others are right."""
    left, total = int(unwritten.sum()), unwritten.size
    if left == total:
        return "output.never-written", {"total": total}
    if left == 0 or bool((bad & ~unwritten).any()) or not bool(unwritten[total - left :].all()):
        return None
    if left == 1:
        return None  # `_last` names it
    if left < total - left:
        return "output.tail-unwritten", {"left": left, "total": total, "first": _index(total - left, shape)}
    return "output.head-only", {"written": total - left, "total": total}


def _last(bad: "Values", shape: tuple[int, ...]) -> Pattern | None:
    if bad.size > 1 and bad[-1] and bad.sum() == 1:
        return "output.last-wrong", {"index": _index(bad.size - 1, shape)}
    return None


def _not_finite(flat: "Values", unwritten: "Values") -> Pattern | None:
    import numpy as np

    odd = int((~np.isfinite(flat) & ~unwritten).sum())
    return ("output.not-finite", {"bad": odd, "total": flat.size}) if odd else None


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
