"""The index formula of a kernel that writes to wrong places, against the right one."""

from collections.abc import Mapping, Sequence

from grader.checks._claims import where
from grader.model.evidence import Run
from grader.model.values import Value

_LARGEST = 1024  # threads of a block; what counts elements of a program has no formula of threads


def formula(run: Run) -> tuple[str, Mapping[str, object]] | None:
    """Return code and parameters of the message on the index formula, where an output's formula cannot be right.

    The formula `a * blockIdx + b * threadIdx + c` is what the box has fitted to the writes, so it explains a verdict
    and never makes one. It is right whenever each thread has its own elements, in whichever order: `a` is `blockDim *
    b`, or `b` is `gridDim * a`. Only what gives the same element to several threads, or leaves holes, is told of; a
    formula in which one of the two indices never changes tells nothing, nor does a single element, as a sum has it.
    """
    told = run.claims.get("indices")
    for each in told if isinstance(told, Sequence) and not isinstance(told, str) else ():
        if isinstance(each, Mapping) and each.get("name") in run.outputs and (found := _wrong(each)):
            return "cuda.index-formula", {"name": each["name"], "where": where(each.get("at")), **found}
    return None


def _wrong(told: Mapping[str, Value]) -> Mapping[str, object] | None:
    grid, threads, block, thread = (_three(told.get(key)) for key in ("grid", "threads", "block", "thread"))
    if None in grid or None in threads or None in (block[0], thread[0]) or (threads[0] or 0) > _LARGEST:
        return None
    # In two dimensions, rows and columns may be either index; only the usual one-dimensional launch is judged.
    if any((size or 1) > 1 for size in (*grid[1:], *threads[1:])):
        return None
    blocks, size, a, b = grid[0] or 1, threads[0] or 1, block[0] or 0, thread[0] or 0
    if a == size * b or b == blocks * a:
        return None
    offset = told.get("offset")
    return {
        "got": _shown(a, b, offset if type(offset) is int else 0), "right": _shown(size, 1, 0), "threads": size,
        "blocks": blocks,
    }  # fmt: skip


def _three(told: Value) -> tuple[int | None, ...]:
    if not isinstance(told, Sequence) or isinstance(told, str) or len(told) != 3:
        return (None, None, None)
    return tuple(each if type(each) is int else None for each in told)


def _shown(block: int, thread: int, offset: int) -> str:
    terms = [(block, " * blockIdx.x"), (thread, " * threadIdx.x"), (offset, "")]
    shown = [f"{factor}{name}" if factor != 1 or not name else name[3:] for factor, name in terms if factor]
    return " + ".join(shown).replace("+ -", "- ")
