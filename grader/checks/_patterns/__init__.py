"""Which values are wrong, and how, tells the kind of the mistake: one name for the whole pattern.

The patterns are those of the last row of the catalogue of beginners' mistakes. Each looks for one, and claims nothing
that it has not seen; the first that finds its own is the most specific one.
"""

from collections.abc import Callable

from grader.checks._patterns import blocks, places, precision, values
from grader.checks._patterns.cases import block
from grader.checks._patterns.difference import Difference, Pattern, kept, place

__all__ = ["Difference", "Pattern", "block", "kept", "name", "place"]

_Look = Callable[[Difference], Pattern | None]

_LOOKS: tuple[_Look, ...] = (
    places.unwritten, values.copied, values.previous, values.moved,  # the whole array is something else
    precision.wrapped,
    blocks.first_block, places.ends, places.border, places.corner, places.diagonal,
    blocks.regular, blocks.edges, blocks.same_in_each,
    values.accumulated, places.holes, values.constant, values.not_finite, precision.truncated, precision.low,
    values.scaled, places.part, blocks.whole, values.permuted,
)  # fmt: skip


def name(of: Difference) -> Pattern:
    """Return the pattern of wrong values, of which there is at least one.

    Its parameters are those of `Difference.count`, and what is peculiar to it.
    """
    import numpy as np

    with np.errstate(all="ignore"):  # a student's values may be as large as they like
        found = (look(of) for look in _LOOKS)
        code, params = next((pattern for pattern in found if pattern), ("output.wrong-values", {}))
        return code, {**of.count, **params}
