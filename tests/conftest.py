"""Options of the whole suite, and the browser that looks at pages."""

import os
import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

collect_ignore_glob = ["e2e/*/reference/*"]  # an instructor's tests of submissions

_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-goldens", action="store_true", help="rewrite the files in tests/golden/")


@pytest.fixture(scope="session")
def update_goldens(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update-goldens"))


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    """Give one headless Chromium to a file of tests."""
    program = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if program is None:
        pytest.skip(f"no browser is installed: none of {', '.join(_BROWSERS)}")
    from playwright.sync_api import sync_playwright

    # Chromium's own sandbox refuses to start for root, as in most containers; the pages are ours.
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=arguments)
        yield started
        started.close()
