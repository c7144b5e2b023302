"""Patterns of values that lost some of their bits: the last ones, those behind the point, or the first ones."""

from typing import TYPE_CHECKING

from grader.checks._patterns.difference import Difference, Pattern

if TYPE_CHECKING:
    from grader.checks._patterns.difference import Values

# Significant bits: of float16 and TF32, of bfloat16; and the relative distance of neighbours that have so many.
BITS = ((11, 2.0**-10), (8, 2.0**-7))
COARSE = 4  # numbers of 13 bits that are rounded to 11 bits are multiples of it
NEAR = 2.0**-10  # relative distance of neighbours with 11 bits
ROUGH = 2.0**-6  # the same, of sums that may cancel and of bfloat16
SIDED = 0.15  # share of values that are off to the rarer side
ENOUGH = 8  # values that have to agree before that is no chance


def low(of: Difference) -> Pattern | None:
    """Return the pattern of values that were computed, or stored, in float16, bfloat16 or TF32."""
    import numpy as np

    if of.got.dtype.kind != "f" or not np.isfinite(of.got).all():
        return None
    got, want = of.got.astype(np.float64), of.want.astype(np.float64)
    off = np.abs(got - want)
    if _stored(got, want, off) or _within_unit(got - want, of.unit) or _coarse(got, want, off):
        return "output.low-precision", {"distance": f"{float(off.max()):.3g}"}
    return None


def truncated(of: Difference) -> Pattern | None:
    """Return the pattern of numbers that lost what stands behind the point."""
    import numpy as np

    whole = np.trunc(of.want)
    if of.want.dtype.kind != "f" or of.size < 4 or (of.got != of.got.round()).any() or (whole == of.want).all():
        return None
    if not any((of.got == rounded).all() for rounded in (whole, np.floor(of.want), np.rint(of.want))):
        return None
    return "output.truncated", {}


def wrapped(of: Difference) -> Pattern | None:
    """Return the pattern of whole numbers that are right but for a multiple of 2**32, and fit 32 bits."""
    import numpy as np

    if of.got.dtype.kind not in "iu" or of.want.dtype.kind not in "iu" or of.want.dtype.itemsize < 8:
        return None
    got, want = of.got[of.bad], of.want[of.bad]
    for kind in (np.int32, np.uint32):
        if (got == want.astype(kind)).all() and not (want == want.astype(kind)).any():
            return "output.int32-overflow", {}
    return None


def _stored(got: "Values", want: "Values", off: "Values") -> bool:
    """Return whether each value is the right one with fewer bits."""
    import numpy as np

    if got.size < ENOUGH:
        return False
    for bits, near in BITS:
        if _short(got, bits).all() and not _short(want, bits).all() and (off <= near * np.abs(want)).all():
            return True
    return False


def _short(values: "Values", bits: int) -> "Values":
    """Return which values need no more significant bits than so many."""
    import numpy as np

    mantissa, _ = np.frexp(values)
    return np.asarray(mantissa * 2**bits % 1 == 0)


def _within_unit(off: "Values", unit: "Values | None") -> bool:
    """Return whether sums are as far off as sums with 11 bits, to either side: a term that is missing has one side."""
    import numpy as np

    if unit is None or off.size < ENOUGH or (np.abs(off) > NEAR * unit).any():
        return False
    return bool(min((off > 0).mean(), (off < 0).mean()) > SIDED)


def _coarse(got: "Values", want: "Values", off: "Values") -> bool:
    """Return whether sums of numbers with 13 bits came out as sums of numbers with 11 bits."""
    if got.size < ENOUGH or (want % 1).any():
        return False
    rough = (got % COARSE == 0).all() and (want % COARSE != 0).mean() > 0.5
    return bool(rough and off.max() <= ROUGH * abs(want).max())
