"""Wrong results made of right ones, as well-known mistakes leave them: `grader validate` tests rubrics with them."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
Results = Mapping[str, Array]
Maker = Callable[["Piece"], Results | None]

STRIDE = 10  # of the elements that a sub-sampling program reads


@dataclass(frozen=True, kw_only=True)
class Piece:
    """One case, and what it takes to make its results wrong."""

    arguments: Mapping[str, Any]  # of the oracle: the case's parameters and the entry's inputs
    right: Results  # in the element types of the results that a program returns
    before: Results  # what stood where a result belongs, where anything did: poison, or where a training begins
    other: Results  # what is right for another draw of the same case
    threads: int  # of a block
    rectangular: bool  # whether the last two lengths of an array can differ
    oracle: Callable[[Mapping[str, Any]], Mapping[str, Any]]

    @property
    def arrays(self) -> Results:
        """The arrays that a program reads, the largest first."""
        found = {
            name: value
            for name, value in self.arguments.items()
            if isinstance(value, np.ndarray) and name not in self.right and value.size
        }
        return dict(sorted(found.items(), key=lambda item: -item[1].size))

    def blank(self, name: str) -> Array:
        """Return a result that nothing was written to."""
        right = self.right[name]
        found = self.before.get(name)
        return found.copy() if found is not None and found.shape == right.shape else np.zeros_like(right)

    def with_inputs(self, **changed: Array) -> Results | None:
        """Return what is right for other inputs; None where there are none, or the oracle refuses them."""
        if not changed:
            return None
        try:
            return results(self.oracle({**self.arguments, **changed}), self.right)
        except Exception:  # noqa: BLE001 - the author's function was not made for such inputs
            return None

    def first(self, count: int, name: str) -> Array:
        """Return a result of which only so many elements, the first, were written."""
        made = self.blank(name)
        made.reshape(-1)[:count] = self.right[name].reshape(-1)[:count]
        return made


def results(values: Mapping[str, Any], like: Results) -> Results | None:
    """Return results in the shapes and element types of others; None where one is missing or of another size."""
    found = {name: np.asarray(values[name]) for name in like if name in values}
    if len(found) != len(like) or any(found[name].size != like[name].size for name in like):
        return None
    with np.errstate(all="ignore"):
        return {name: found[name].reshape(like[name].shape).astype(like[name].dtype) for name in like}


def nothing(piece: Piece) -> Results:
    """Write nothing, and return nothing."""
    return {name: piece.before[name] for name in piece.right if name in piece.before}


def zeros(piece: Piece) -> Results:
    """Write zeros."""
    return {name: np.zeros_like(right) for name, right in piece.right.items()}


def constant(piece: Piece) -> Results | None:
    """Write the mean of what is right for other inputs, everywhere: a sum of many numbers is not far from it."""
    if not all(name in piece.other and piece.other[name].size for name in piece.right):
        return None
    means = {name: piece.other[name].astype(np.float64).mean() for name in piece.right}
    with np.errstate(all="ignore"):
        return {name: np.full_like(right, means[name].astype(right.dtype)) for name, right in piece.right.items()}


def copied(piece: Piece) -> Results | None:
    """Write an input of the same size."""
    made = {}
    for name, right in piece.right.items():
        like = [given for given in piece.arrays.values() if given.size == right.size > 1]
        if not like:
            return None
        made[name] = like[0].reshape(right.shape)
    return results(made, piece.right)


def previous(piece: Piece) -> Results | None:
    """Write what was right for other inputs."""
    return results(piece.other, piece.right)


def last_element(piece: Piece) -> Results:
    """Leave the last element out."""
    return {name: piece.first(right.size - 1, name) for name, right in piece.right.items()}


def last_block(piece: Piece) -> Results | None:
    """Leave the last block out; where everything fits in one, nothing is left out."""
    return _blocks(piece, lambda size: (size - 1) // piece.threads * piece.threads if size > piece.threads else size)


def first_block(piece: Piece) -> Results | None:
    """Do the first block's work alone."""
    return _blocks(piece, lambda size: min(size, piece.threads))


def _blocks(piece: Piece, kept: Callable[[int], int]) -> Results | None:
    """Keep so many elements of the results; where each fits in one block, of what they are made from."""
    if any(right.size > piece.threads for right in piece.right.values()):
        return {name: piece.first(kept(right.size), name) for name, right in piece.right.items()}
    cut = {}
    for name, given in piece.arrays.items():
        cut[name] = given.copy()
        cut[name].reshape(-1)[kept(given.size) :] = 0
    return piece.with_inputs(**cut)


def dropped(piece: Piece) -> Results | None:
    """Leave out one term: the last element of the largest input that is not zero already."""
    for name, given in piece.arrays.items():
        where = np.flatnonzero(given)
        if where.size:
            cut = given.copy()
            cut.reshape(-1)[where[-1]] = 0
            return piece.with_inputs(**{name: cut})
    return None


def transposed(piece: Piece) -> Results | None:
    """Swap rows and columns of the results."""
    if not any(right.ndim > 1 and min(right.shape[-2:]) > 1 for right in piece.right.values()):
        return None
    return {
        name: np.swapaxes(right, -1, -2).reshape(right.shape) if right.ndim > 1 else right
        for name, right in piece.right.items()
    }


def square(piece: Piece) -> Results | None:
    """Swap the extents of rows and columns: only the square that they have in common is written."""
    if not piece.rectangular or not any(right.ndim > 1 for right in piece.right.values()):
        return None
    return {name: _square(piece, name) if right.ndim > 1 else right for name, right in piece.right.items()}


def _square(piece: Piece, name: str) -> Array:
    made, right = piece.blank(name), piece.right[name]
    side = min(right.shape[-2:])
    made[..., :side, :side] = right[..., :side, :side]
    return made


def subsampled(piece: Piece) -> Results | None:
    """Read only every tenth element, and take it for its neighbours, too."""
    return piece.with_inputs(**{
        name: given.reshape(-1)[np.arange(given.size) // STRIDE * STRIDE].reshape(given.shape)
        for name, given in piece.arrays.items()
        if given.size > STRIDE
    })  # fmt: skip


def float16(piece: Piece) -> Results | None:
    """Round the inputs to float16."""
    with np.errstate(over="ignore"):
        return piece.with_inputs(**{name: given.astype(np.float16).astype(given.dtype) for name, given in _fine(piece)})


def bfloat16(piece: Piece) -> Results | None:
    """Round the inputs to bfloat16, the upper half of a float32; to the nearest, and to the even one of two."""
    rounded = {}
    for name, given in _fine(piece):
        bits = given.astype(np.float32).view(np.uint32)
        kept = (bits + 0x7FFF + ((bits >> 16) & 1)) & np.uint32(0xFFFF0000)
        rounded[name] = kept.view(np.float32).astype(given.dtype)
    return piece.with_inputs(**rounded)


def _fine(piece: Piece) -> Sequence[tuple[str, Array]]:
    """Return the inputs of a finer type than half precision."""
    return [(name, given) for name, given in piece.arrays.items() if given.dtype in (np.float32, np.float64)]


MAKERS: Mapping[str, Maker] = {
    maker.__name__.replace("_", "-"): maker
    for maker in (
        nothing, zeros, constant, copied, previous, last_element, last_block, first_block, dropped, transposed, square,
        subsampled, float16, bfloat16,
    )
}  # fmt: skip


def make(piece: Piece) -> dict[str, Any]:
    """Return each mutant that this case allows: its `outputs`, and how far `off` they are (see `distance`)."""
    made: dict[str, Any] = {}
    if not all(right.size for right in piece.right.values()):
        return made
    for name, maker in MAKERS.items():
        outputs = maker(piece)
        if outputs is not None:
            made[name] = {"outputs": outputs, "off": distance(outputs, piece.right)}
    return made


def distance(got: Mapping[str, Any], right: Results) -> float:
    """Return how far results are off: the length of the error as a share of the right results' length.

    A missing result, one of another size and one that is not finite are infinitely far off.
    """
    found = results(got, right)
    if found is None:
        return math.inf
    with np.errstate(all="ignore"):
        errors = [_length(found[name].astype(np.float64) - right[name].astype(np.float64)) for name in right]
        lengths = [_length(right[name].astype(np.float64)) or 1.0 for name in right]
        shares = [error / length for error, length in zip(errors, lengths, strict=True)]
    return math.inf if any(math.isnan(share) for share in shares) else max(shares, default=0.0)


def _length(values: Array) -> float:
    return float(np.linalg.norm(values.reshape(-1)))
