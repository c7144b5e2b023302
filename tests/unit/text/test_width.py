"""Columns in a terminal, and where lines are broken."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from grader.text.width import clusters, padded, width, wrap

BANGLA = "অআকখগতনমযরষসহঁংািুে্ৎ\u200d"
TEXTS = st.text(alphabet=f"{BANGLA}ab `।漢🙂  ", max_size=60)


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("", 0),
        ("abc", 3),
        ("কি", 2),
        ("কু", 1),
        ("ক্ষ", 2),
        ("র‍্যা", 3),
        ("漢字", 4),
        ("🙂", 2),
        ("e\u0301", 1),
        ("শেষ।", 4),
    ],
)
def test_the_most_columns_that_a_terminal_needs(text: str, columns: int) -> None:
    assert width(text) == columns


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("বার্তা", ["বা", "র্তা"]),
        ("র‍্যাম", ["র‍্যা", "ম"]),
        ("স্ট্রিম", ["স্ট্রি", "ম"]),
        ("যন্ত্র-টি", ["য", "ন্ত্র", "-", "টি"]),
        ("e\u0301a", ["e\u0301", "a"]),
        ("", []),
    ],
)
def test_a_conjunct_stays_whole(text: str, found: list[str]) -> None:
    assert list(clusters(text)) == found


def lines(text: str, columns: int) -> list[str]:
    return [text[start:end] for start, end in wrap(text, columns)]


def test_lines_are_broken_at_spaces_and_long_words_between_clusters() -> None:
    assert lines("ফলাফলের কিছু মান", 9) == ["ফলাফলের", "কিছু মান"]
    assert lines("aaaa bbbb cc", 7) == ["aaaa", "bbbb cc"]
    assert lines("স্ট্রিমস্ট্রিম", 6) == ["স্ট্রিম", "স্ট্রিম"]
    assert lines("ab cdefgh", 4) == ["ab", "cdef", "gh"]
    assert lines("  ab cd ", 4) == ["ab", "cd"]
    assert lines("", 5) == [""]


@given(TEXTS, st.integers(min_value=3, max_value=20))
@example(text="\u200d ", columns=3)
def test_no_line_is_too_long_and_nothing_but_spaces_is_lost(text: str, columns: int) -> None:
    found = lines(text, columns)
    assert "".join("".join(found).split()) == "".join(text.split())
    for line in found:
        assert width(line) <= columns or len(list(clusters(line))) == 1
    starts = {sum(map(len, list(clusters(text))[:count])) for count in range(len(text) + 1)}
    assert {at for line in wrap(text, columns) for at in line} <= starts


def test_padding_goes_by_columns() -> None:
    assert [width(padded(text, 6)) for text in ("কি", "ab", "漢字", "abcdefg")] == [6, 6, 6, 7]
