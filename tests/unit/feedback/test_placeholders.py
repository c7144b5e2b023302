"""Placeholders, and foreign text that goes into them."""

import unicodedata

import pytest

from grader.feedback.numerals import Numerals
from grader.feedback.placeholders import clean, fill, quoted
from grader.model.evidence import Place
from grader.model.text import Text


@pytest.mark.parametrize(
    ("template", "params", "expected"),
    [
        ("{n:int}টি", {"n": 20}, "২০টি"),
        ("আকার {name:code}।", {"name": "n100"}, "আকার `n100`।"),
        ("যা আছে: {names:codes}।", {"names": ("f", "g")}, "যা আছে: `f`, `g`।"),
        ("যা আছে: {names:codes}।", {"names": []}, "যা আছে: একটিও নেই।"),
        ("{why:text}", {"why": Text(bn="কারণ {n:int}", en="why")}, "কারণ {n:int}"),
        ("{why:text}", {"why": {"bn": "কারণ", "en": "why"}}, "কারণ"),
        ("`if (i < n) { … }` দিন {n:int}", {"n": 1}, "`if (i < n) { … }` দিন ১"),
    ],
)
def test_filling(template: str, params: dict[str, object], expected: str) -> None:
    assert fill(template, params, Numerals()) == expected


@pytest.mark.parametrize(
    ("template", "params", "error"),
    [
        ("{n:int}", {}, KeyError),
        ("{n:colour}", {"n": 1}, KeyError),
        ("{n:int}", {"n": "3"}, TypeError),
        ("{n:code}", {"n": ["x"]}, TypeError),
        ("{n:codes}", {"n": "x"}, TypeError),
        ("{n:text}", {"n": "x"}, TypeError),
        ("{n:place}", {"n": 12}, TypeError),
        ("{n:places}", {"n": "a.py:1"}, TypeError),
    ],
)
def test_what_does_not_fit_is_refused(template: str, params: dict[str, object], error: type[Exception]) -> None:
    with pytest.raises(error):
        fill(template, params, Numerals())


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("a\nb\t c", "`a b c`"),
        ("a`b", "`aˋb`"),
        ("\x1b[31mred\x1b[0m \x1b]0;title\x07x", "`red x`"),
        ("a\u202eb\u200bc\x00d\ud800e", "`abcde`"),
        ("র\u200dঙ ১ 1", "`র\u200dঙ ১ 1`"),
        ("", '`""`'),
        (0.5, "`0.5`"),
    ],
)
def test_a_foreign_value_stays_in_its_code_span(value: object, expected: str) -> None:
    assert quoted(value) == expected


def test_a_long_value_is_cut() -> None:
    assert len(clean("x" * 10_000)) == 200
    assert quoted("x" * 10_000).endswith("x…`")


def test_a_long_list_is_cut() -> None:
    assert fill("{n:codes}", {"n": ["x"] * 100}, Numerals()).count("x") == 12


@pytest.mark.parametrize(
    ("value", "bangla", "english"),
    [
        (Place(file="vec_add.py", line=12), "`vec_add.py`-এর ১২ নম্বর লাইন", "line 12 of `vec_add.py`"),
        (Place(file="a.ipynb", line=2, cell=3), "৩ নম্বর cell-এর ২ নম্বর লাইন", "cell 3, line 2"),
        ("a:b.py:1234", "`a:b.py`-এর ১,২৩৪ নম্বর লাইন", "line 1,234 of `a:b.py`"),
        ("line 7", "৭ নম্বর লাইন", "line 7"),
        ("cell 4", "৪ নম্বর cell", "cell 4"),
        ("?", "জানা যায়নি", "a place that is not known"),
        ("", '`""`', '`""`'),
        (", line 3", "`, line 3`", "`, line 3`"),
        ("the `kernel`", "`the ˋkernelˋ`", "`the ˋkernelˋ`"),
    ],
)
def test_a_place_is_told_in_words(value: object, bangla: str, english: str) -> None:
    assert fill("{at:place}", {"at": value}, Numerals()) == unicodedata.normalize("NFC", bangla)
    assert fill("{at:place}", {"at": value}, Numerals(language="en")) == english


def test_places_are_listed() -> None:
    assert fill("{at:places}", {"at": ["cell 1", "a.py:2"]}, Numerals()) == "১ নম্বর cell, `a.py`-এর ২ নম্বর লাইন"
