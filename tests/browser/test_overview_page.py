"""The page of a class of 500 in a real browser: its layout, its use by keyboard and screen reader, its table."""

import time
from decimal import Decimal
from itertools import pairwise

import pytest
from large_class import ASSIGNMENTS, CATALOGUE, reports
from looking import DESKTOP, PHONE, VIEWS, axe_faults, layout_faults, opened
from playwright.sync_api import Browser, Page

from grader.feedback.overview.page import page
from grader.feedback.translator import Translator

CLASS = reports(500)
SOME = CLASS[:60]  # enough for every part of the page; looking at one costs time by its rows
IN_BANGLA = Translator(catalogue=CATALOGUE, language="bn")
IN_ENGLISH = Translator(catalogue=CATALOGUE, language="en")
BANGLA = page(CLASS, ASSIGNMENTS, IN_BANGLA)
ENGLISH = page(CLASS, ASSIGNMENTS, IN_ENGLISH)
LARGEST = 2_000_000  # bytes
STUDENT, ASSIGNMENT, POINTS, SHARE, OPEN, OUTCOME, SECONDS = range(7)  # columns
NUMERIC = (POINTS, SHARE, OPEN, SECONDS)


def column(shown: Page, number: int) -> list[str]:
    """Return what the visible rows have in a column: for numbers, what they are sorted by."""
    found = shown.eval_on_selector_all(
        "#table-of-submissions tbody tr:not([hidden])",
        f"rows => rows.map(row => row.cells[{number}].dataset.sort ?? row.cells[{number}].textContent.trim())",
    )
    assert isinstance(found, list)
    return found


def in_order(values: list[str], *, numeric: bool, down: bool) -> list[str]:
    """Return values as they are to stand: those without a number last, whichever way the others go."""
    some = [value for value in values if value]
    ordered = sorted(some, key=Decimal if numeric else str.casefold, reverse=down)
    return ordered + [""] * (len(values) - len(some))


@pytest.mark.parametrize("view", ["phone", "dark", "paper"])
def test_nothing_overlaps_or_overflows_and_all_of_it_is_accessible(browser: Browser, view: str) -> None:
    with opened(browser, page(SOME, ASSIGNMENTS, IN_BANGLA), VIEWS[view]) as shown:
        assert layout_faults(shown, printed=view == "paper") == []
        if view != "paper":
            assert axe_faults(shown) == []


def test_the_english_page_with_its_lists_unfolded(browser: Browser) -> None:
    with opened(browser, page(SOME, ASSIGNMENTS, IN_ENGLISH), PHONE) as shown:
        shown.eval_on_selector_all("details", "all => all.forEach(each => each.open = true)")
        assert layout_faults(shown) == []
        assert axe_faults(shown) == []


def test_500_students_make_one_page(browser: Browser) -> None:
    size, start = len(BANGLA.encode()), time.monotonic()
    with opened(browser, BANGLA, DESKTOP) as shown:
        print(f"{size} bytes, loaded in {time.monotonic() - start:.2f} s")  # noqa: T201 - a figure to be read
        assert shown.locator("#table-of-submissions tbody tr").count() == 500
        assert layout_faults(shown) == []
        assert axe_faults(shown) == []
    assert size < LARGEST


def test_every_column_sorts_both_ways(browser: Browser) -> None:
    with opened(browser, ENGLISH) as shown:
        heads = shown.locator("#table-of-submissions thead th")
        for number in range(7):
            before = column(shown, number)
            for down, said in ((False, "ascending"), (True, "descending")):
                heads.nth(number).get_by_role("button").click()
                wanted = in_order(before, numeric=number in NUMERIC, down=down)
                found = column(shown, number)
                if number in NUMERIC:  # 6 and 6.00 are the same
                    assert [value and Decimal(value) for value in found] == [
                        value and Decimal(value) for value in wanted
                    ]
                else:
                    assert found == wanted
                assert heads.nth(number).get_attribute("aria-sort") == said
                assert shown.locator("[aria-sort]").count() == 1


def test_the_keyboard_alone_sorts_and_rows_of_one_value_keep_their_order(browser: Browser) -> None:
    with opened(browser, BANGLA) as shown:
        shown.locator("#table-of-submissions thead th").nth(OUTCOME).get_by_role("button").focus()
        shown.keyboard.press("Enter")
        pairs = list(zip(column(shown, OUTCOME), column(shown, ASSIGNMENT), column(shown, STUDENT), strict=True))
        assert len({word for word, *_ in pairs}) == sum(a[0] != b[0] for a, b in pairwise(pairs)) + 1
        before = [each.student for each in sorted(CLASS, key=lambda each: (each.assignment, each.student))]
        failed = [student for word, _, student in pairs if word == "ফেল"]
        assert failed == [student for student in before if student in set(failed)]
        shown.keyboard.press("Space")
        assert shown.locator("[aria-sort=descending]").count() == 1


def test_the_filter_goes_by_text_assignment_and_result(browser: Browser) -> None:
    with opened(browser, BANGLA) as shown:
        number = shown.locator("#shown")
        assert number.text_content() == "৫০০ / ৫০০"
        shown.fill("[name=text]", " S001")
        assert column(shown, STUDENT) == [f"s001{digit}" for digit in (0, 3, 6, 9, 1, 4, 7, 2, 5, 8)]
        assert number.text_content() == "১০ / ৫০০"
        shown.select_option("[name=assignment]", "প্রথম quiz")
        assert column(shown, STUDENT) == ["s0011", "s0014", "s0017"]
        shown.fill("[name=text]", "")
        shown.select_option("[name=outcome]", "সব পাস")
        wanted = [each.student for each in CLASS if each.assignment == "quiz_1" and each.score and each.score.final
                  and each.score.awarded == each.score.possible]  # fmt: skip
        assert column(shown, STUDENT) == wanted
        shown.fill("[name=text]", "nobody")
        assert (column(shown, STUDENT), number.text_content()) == ([], "০ / ৫০০")
        shown.keyboard.press("Enter")  # sends no form
        assert shown.url == "about:blank"


def test_without_scripts_the_table_is_whole_and_plain(browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    shown = context.new_page()
    shown.set_content(BANGLA)
    assert shown.locator("#table-of-submissions tbody tr").count() == 500
    assert not shown.locator("#filter").is_visible()
    assert shown.get_by_role("button").count() == 0
    context.close()


def test_no_script_but_its_own_runs(browser: Browser) -> None:
    planted = BANGLA.replace("</main>", "<script>document.title = 'taken'</script></main>")
    with pytest.raises(AssertionError, match="Content Security Policy"), opened(browser, planted) as shown:
        assert shown.title() == "সব জমার ফলাফল"
