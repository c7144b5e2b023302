"""Patterns of the wrong values themselves: copied, moved, scaled, added to what was there."""

from grader.checks._patterns.difference import Difference, Pattern

MAX_SHIFT = 2  # places that a result is looked for to either side
SAME = 1e-3  # relative spread of one constant factor
MOST = 0.5  # share of values that makes a pattern the one of all
ENOUGH = 4  # values that have to agree before their likeness is no chance


def copied(of: Difference) -> Pattern | None:
    """Return the pattern of a result that is one of the inputs."""
    if of.size < ENOUGH or (of.got == of.got[0]).all():
        return None
    name = next((name for name, given in of.inputs.items() if (of.got == given).all()), None)
    return ("output.input-copied", {"input": name}) if name else None


def previous(of: Difference) -> Pattern | None:
    """Return the pattern of a result that was right in an earlier case."""
    if of.size < ENOUGH or (of.got == of.got[0]).all():
        return None
    return ("output.previous-answer", {}) if any((of.got == old).all() for old in of.earlier) else None


def moved(of: Difference) -> Pattern | None:
    """Return the pattern of right values in other places: transposed, reversed, shifted."""
    got, want = of.got, of.want
    if len(of.shape) == 2 and min(of.shape) > 1 and (got == want.reshape(of.shape).T.reshape(-1)).all():
        return "output.transposed", {"shape": str(of.shape)}
    if of.size >= ENOUGH and (got == want[::-1]).all():
        return "output.reversed", {}
    if of.size < 2 * ENOUGH or of.wrong < of.size // 2:
        return None
    for by in range(1, MAX_SHIFT + 1):
        for step in (by, -by):
            there, origin = (got[by:], want[:-by]) if step > 0 else (got[:-by], want[by:])
            if (there == origin).all():
                return "output.shifted", {"by": step}
    return None


def permuted(of: Difference) -> Pattern | None:
    """Return the pattern of the right values, each somewhere else."""
    import numpy as np

    if (
        of.size < ENOUGH or 2 * np.unique(of.want).size < of.size
    ):  # of few different values as many may be there by chance
        return None
    if (np.sort(of.got) != np.sort(of.want)).any():
        return None
    return "output.permuted", {}


def constant(of: Difference) -> Pattern | None:
    """Return the pattern of one number everywhere, or of zeros wherever a value is wrong."""
    import numpy as np

    if of.size < ENOUGH or of.got.dtype.kind == "b" or (of.want == of.want[0]).all():
        return None
    if not of.got[of.bad].any() and of.wrong > 1:
        return "output.zeros", {}
    same = bool((of.got == of.got[0]).all()) and bool(np.isfinite(of.got[0]))
    return ("output.constant", {"value": f"{of.got[0]:g}"}) if same else None


def not_finite(of: Difference) -> Pattern | None:
    """Return the pattern of results that are no numbers."""
    import numpy as np

    odd = int((of.bad & ~np.isfinite(of.got) & ~of.kept).sum())
    return ("output.not-finite", {"bad": odd}) if odd else None


def accumulated(of: Difference) -> Pattern | None:
    """Return the pattern of results that were added to the poison; only where that is finite can it be seen.

    A few places may have been left out besides.
    """
    import numpy as np

    before = of.before
    if before is None or before.size != of.size or before.dtype.kind != "f" or not np.isfinite(before).all():
        return None
    old = before.astype(np.float64)
    # Rounding to the element type of a sum as large as the poison.
    added = np.abs(of.got - old - of.want) <= 2 * np.finfo(before.dtype).eps * np.abs(old)
    return ("output.accumulated", {}) if (added | of.kept).all() and added.mean() > MOST else None


def scaled(of: Difference) -> Pattern | None:
    """Return the pattern of one constant factor."""
    import numpy as np

    use = of.want != 0
    if int(use.sum()) < ENOUGH or bool(of.got[~use].any()):
        return None
    factors = of.got[use].astype(np.float64) / of.want[use].astype(np.float64)
    factor = float(np.median(factors))
    same = np.abs(factors - factor) <= SAME * abs(factor)  # no NaN is
    if factor == 0 or abs(factor - 1) < SAME or not same.all():
        return None
    return "output.scaled", {"factor": float(f"{factor:.4g}")}
