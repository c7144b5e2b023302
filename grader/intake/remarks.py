"""What is said of a submission's code that changes no mark: Colab's modules, and old names of PyTorch's."""

import re
from collections.abc import Iterator, Sequence

from grader.model.submission import Cell, Note

_COLAB = re.compile(
    r"^[ \t]*(?:from[ \t]+google\.colab(?:\.(?P<part>\w+))?[ \t]+import[ \t]+(?P<names>[^#\n]+)"
    r"|import[ \t]+google\.colab\b(?:\.(?P<module>\w+))?)",
    re.MULTILINE,
)
# PyTorch 2.4 and later warn of these; `torch.amp` has them all.
_OLD_AMP = re.compile(r"^[^#\n]*?\btorch\.(?:cuda|cpu)\.amp\b(?:\.(\w+)|[ \t]+import[ \t]+([^#\n]+))?", re.MULTILINE)


def remarks(cells: Sequence[Cell]) -> Iterator[Note]:
    """Yield the notes on the code of a submission."""
    sources = [cell.source for cell in cells if cell.kind == "code"]
    colab = {name for source in sources for match in _COLAB.finditer(source) for name in _imported(match)}
    if colab:
        yield Note(code="note.colab", params={"names": tuple(sorted(colab))})
    old = {name for source in sources for match in _OLD_AMP.finditer(source) for name in _named(match)}
    if old:
        yield Note(code="note.old-amp", params={"names": tuple(sorted(old))})


def _imported(match: re.Match[str]) -> set[str]:
    part = match["part"] or match["module"]
    return {part} if part else _words(match["names"] or "") or {"google.colab"}


def _named(match: re.Match[str]) -> set[str]:
    return {match[1]} if match[1] else _words(match[2] or "") or {"torch.cuda.amp"}


def _words(names: str) -> set[str]:
    return set(re.findall(r"\w+", re.sub(r"\bas\s+\w+", "", names)))
