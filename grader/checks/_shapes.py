"""The shape of a launch, as the box says it: it may explain a verdict, and never makes one."""

from grader.model.evidence import Run

LARGEST = 1024  # block, in threads


def shape(run: Run) -> tuple[int, int] | None:
    """Return blocks, and threads per block, of the first launch of a run; None where nothing is known of it."""
    match run.claims.get("launches"):
        case {"each": [{"grid": [int(x), int(y), int(z)], "block": [int(u), int(v), int(w)]}, *_]}:
            blocks, threads = x * y * z, u * v * w
            return (blocks, threads) if blocks > 0 and 0 < threads <= LARGEST else None
        case _:
            return None
