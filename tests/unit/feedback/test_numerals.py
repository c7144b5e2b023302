"""How numbers are written."""

import math
from decimal import Decimal

import pytest

from grader.feedback.numerals import Numerals

BANGLA = Numerals()
LATIN = Numerals(digits="latin")
ENGLISH = Numerals(language="en")


@pytest.mark.parametrize(
    ("value", "bangla", "english"),
    [
        (0, "০", "0"),
        (-7, "-৭", "-7"),
        (1234567, "১২,৩৪,৫৬৭", "1,234,567"),
        (3.8, "৩.৮", "3.8"),
        (0.012345, "০.০১২৩৫", "0.01235"),
        (65536.0, "৬৫,৫৩৬", "65,536"),
        (12345.678, "১২,৩৪৬", "12,346"),
        (Decimal("2.50"), "২.৫", "2.5"),
        (1.25e-7, "১.২৫ × ১০⁻⁷", "1.25 × 10⁻⁷"),
        (10**400, "১ × ১০⁴⁰⁰", "1 × 10⁴⁰⁰"),
        (math.inf, "inf", "inf"),
        (math.nan, "NaN", "NaN"),
    ],
)
def test_a_number(value: object, bangla: str, english: str) -> None:
    assert BANGLA.number(value) == bangla
    assert ENGLISH.number(value) == english


def test_latin_digits_keep_the_grouping_of_the_language() -> None:
    assert LATIN.number(1234567) == "12,34,567"


@pytest.mark.parametrize("value", [True, "12", None, [1]])
def test_what_is_no_number_is_refused(value: object) -> None:
    with pytest.raises(TypeError, match="expected a number"):
        BANGLA.number(value)


def test_a_count_is_whole() -> None:
    with pytest.raises(TypeError, match="whole number"):
        BANGLA.integer(1.5)


def test_units() -> None:
    assert BANGLA.milliseconds(3.8) == "৩.৮ ms"
    assert BANGLA.seconds(60) == "৬০ সেকেন্ড"
    assert (ENGLISH.seconds(1), ENGLISH.seconds(1.5)) == ("1 second", "1.5 seconds")
    assert BANGLA.gigabytes(7.6) == "৭.৬ GB"
    assert (BANGLA.times(2.7), ENGLISH.times(2.7)) == ("২.৭ গুণ", "2.7 times")
    assert BANGLA.percent(0.875) == "৮৭.৫%"


def test_a_moment() -> None:
    moment = "2026-12-01T21:04:00+06:00"
    assert BANGLA.moment(moment) == "মঙ্গলবার, ১ ডিসেম্বর ২০২৬, রাত্রি ৯:০৪ (UTC+০৬:০০)"
    assert ENGLISH.moment(moment) == "Tuesday, 1 December 2026, 21:04 UTC+06:00"
    assert BANGLA.moment("2026-12-01T15:04:00+00:00") == "মঙ্গলবার, ১ ডিসেম্বর ২০২৬, দুপুর ৩:০৪ (UTC)"
    assert ENGLISH.moment("2026-12-01T15:04:00Z") == "Tuesday, 1 December 2026, 15:04 UTC"
    assert BANGLA.moment("yesterday") == "yesterday"
