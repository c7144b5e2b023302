"""What all web pages share: one file each, fonts included, readable on a phone, in the dark and on paper."""

import base64
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

_HERE = Path(__file__).parent
_PROSE = re.compile(r"\b[A-Za-z]+(?: [a-z']+){2,}")  # as in the text of an exception, not in `a, b` or `x = 1`


@dataclass(frozen=True, kw_only=True)
class Font:
    """One weight of the embedded font."""

    weight: int
    base64: str


@cache
def fonts() -> tuple[Font, ...]:
    """Return the fonts that a page embeds."""
    files = {400: "NotoSansBengali-Regular.woff2", 700: "NotoSansBengali-Bold.woff2"}
    return tuple(
        Font(weight=weight, base64=base64.b64encode((_HERE / "fonts" / name).read_bytes()).decode("ascii"))
        for weight, name in files.items()
    )


def environment() -> "Environment":
    """Return what renders the templates of `pages/`; its filters are `code` and `plain`."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    found = Environment(
        loader=FileSystemLoader(_HERE / "pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters["code"] = _with_code
    found.filters["plain"] = lambda text: text.replace("`", "")
    return found


def _with_code(text: str) -> "Markup":
    """Escape a text and set what stands in backticks as code; English sentences in it are told to be English."""
    from markupsafe import Markup, escape

    pieces = text.split("`")
    code, english = Markup('<code translate="no">{}</code>'), Markup('<code translate="no" lang="en">{}</code>')
    return Markup("").join(
        (english if _PROSE.search(piece) else code).format(piece) if number % 2 else escape(piece)
        for number, piece in enumerate(pieces)
    )
