"""A page in a real browser: what is wrong with its layout, and with its use by keyboard and screen reader."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

_LAYOUT = (Path(__file__).parent / "layout.js").read_text(encoding="utf-8")
_A4 = 680  # CSS pixels between the margins of a printed page: 180 mm
Scheme = Literal["light", "dark"]


@dataclass(frozen=True, kw_only=True)
class View:
    """How a page is looked at."""

    width: int = 1280  # CSS pixels
    scheme: Scheme = "light"
    printed: bool = False


PHONE, DESKTOP, DARK = View(width=360), View(), View(width=360, scheme="dark")
PAPER = View(width=_A4, printed=True)
VIEWS = {"phone": PHONE, "desktop": DESKTOP, "dark": DARK, "paper": PAPER}


@contextmanager
def opened(browser: Browser, html: str, view: View = DESKTOP) -> Iterator[Page]:
    """Open a page from its source.

    Raises:
        AssertionError: the page asks for another file, writes to the console or raises.
    """
    context = browser.new_context(viewport={"width": view.width, "height": 800}, color_scheme=view.scheme)
    try:
        page, complaints = context.new_page(), list[str]()
        page.on("request", lambda request: complaints.append(f"asks for {request.url[:80]}"))
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.set_content(html, wait_until="load")
        page.evaluate("document.fonts.ready")
        if view.printed:
            page.emulate_media(media="print")
        yield page
        asked = [each for each in complaints if not each.startswith("asks for data:")]
        assert not asked, asked
    finally:
        context.close()


def layout_faults(page: Page, *, printed: bool = False) -> list[str]:
    """Return what overflows, is clipped or overlaps, one line each."""
    found = page.evaluate(_LAYOUT, {"paged": printed})
    assert isinstance(found, list)
    return found


def axe_faults(page: Page) -> list[str]:
    """Return what axe finds wrong, one line for each element: contrast, landmarks, languages, keyboard."""
    found = Axe().run(page).response["violations"]
    return [f"{each['id']}: {node['html'][:120]}" for each in found for node in each["nodes"]]
