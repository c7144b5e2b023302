"""IPython's translation of a cell, keeping every statement on its line; imported only where a cell needs it."""

from IPython.core.inputtransformer2 import TransformerManager


class LineKeeper(TransformerManager):
    """A TransformerManager that fills up with blank lines where a translation makes one line of several."""

    def do_one_token_transform(self, lines: list[str]) -> tuple[bool, list[str]]:
        """Translate the first piece of special syntax; returns whether there was one, and the lines."""
        changed, after = super().do_one_token_transform(lines)  # type: ignore[no-untyped-call] # IPython's
        lost = "".join(lines).count("\n") - "".join(after).count("\n")
        if lost > 0:
            first = next(at for at, (old, new) in enumerate(zip(lines, after, strict=False)) if old != new)
            after = [*after[: first + 1], *["\n"] * lost, *after[first + 1 :]]
        return changed, after
