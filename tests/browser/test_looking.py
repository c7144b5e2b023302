"""The functions that look at pages find the faults that they are for."""

import pytest
from looking import DESKTOP, PHONE, axe_faults, layout_faults, opened
from playwright.sync_api import Browser

GOOD = '<p>one</p><div style="overflow-x:auto" tabindex="0"><pre>' + "x" * 900 + "</pre></div>"
FAULTS = {
    "overflow": f"<pre>{'x' * 900}</pre>",
    "clipped": '<div style="width:3rem;white-space:nowrap;overflow:hidden">a long line of words</div>',
    "clipped: <text>": '<svg width="60" height="20"><text x="30" y="15">a long label</text></svg>',
    "overlap: <div>": '<div style="height:2rem">one</div><div style="height:2rem;margin-top:-1rem">two</div>',
    "overlap: <text>": '<svg width="99" height="20"><text x="5" y="15">one</text><text x="9" y="15">two</text></svg>',
}


def document(body: str) -> str:
    return (
        f'<!doctype html><html lang="en"><head><title>T</title></head><body><main><h1>H</h1>{body}</main></body></html>'
    )


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_of_layout_is_found(fault: str, browser: Browser) -> None:
    with opened(browser, document(FAULTS[fault]), PHONE) as page:
        assert any(found.startswith(fault) for found in layout_faults(page)), layout_faults(page)


def test_a_good_page_has_no_faults_but_paper_cannot_be_scrolled(browser: Browser) -> None:
    with opened(browser, document(GOOD), PHONE) as page:
        assert layout_faults(page) == axe_faults(page) == []
        assert layout_faults(page, printed=True)[0].startswith("clipped: <div>")


@pytest.mark.parametrize(
    ("body", "rule"),
    [
        ('<p style="color:#aaa;background:#fff">pale</p>', "color-contrast"),
        ('<div style="overflow-x:auto;width:9rem"><pre>' + "x" * 200 + "</pre></div>", "scrollable-region-focusable"),
        ('<p lang="xx-no">text</p>', "valid-lang"),
    ],
)
def test_a_planted_fault_of_access_is_found(body: str, rule: str, browser: Browser) -> None:
    with opened(browser, document(body)) as page:
        assert rule in {found.partition(":")[0] for found in axe_faults(page)}


@pytest.mark.parametrize(
    "body",
    ['<img src="http://127.0.0.1:9/x.png" alt="x">', "<script>throw new Error('planted')</script>"],
)
def test_a_page_that_asks_for_more_or_raises_is_refused(body: str, browser: Browser) -> None:
    with pytest.raises(AssertionError), opened(browser, document(body), DESKTOP):
        pass
