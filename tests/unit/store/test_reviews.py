"""The file of decisions: appended to, never rewritten, and never half understood."""

from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from grader.errors import ConfigError
from grader.model.review import Decision
from grader.store.reviews import append, load

ONE = Decision(
    assignment="quiz", exercise="questions", check="q9", rubric="0" * 64, answer="launch\nঅ্যাসিনক্রোনাস ।",
    points=Decimal("1.5"), of=Decimal(2), reviewer="রিমা", at="2026-12-03T09:00:00+00:00", reason="কারণ আছে",
)  # fmt: skip
OTHER = replace(ONE, points=Decimal(2), suggested=Decimal("2.00"), reason="")


def test_what_was_appended_is_read_back_in_order(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "reviews.jsonl"
    assert load(path) == ()
    append(path, ONE)
    append(path, OTHER)
    assert load(path) == (ONE, OTHER)
    assert len(path.read_bytes().splitlines()) == 2


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("{", "damaged"),
        ("[]", "an object"),
        ('{"schema": 2}', "schema 1, got 2"),
        ('{"schema": 1}', "a text in 'assignment'"),
        ("[" * 100_000, "damaged"),
    ],
)
def test_a_damaged_line_is_named_and_nothing_is_lost(tmp_path: Path, line: str, complaint: str) -> None:
    path = tmp_path / "reviews.jsonl"
    append(path, ONE)
    with path.open("a", encoding="utf-8") as file:
        file.write(line)  # and no newline: a crash has cut it short
    append(path, OTHER)
    with pytest.raises(ConfigError, match=r"reviews\.jsonl:2:1: ") as caught:
        load(path)
    assert complaint in str(caught.value)
    assert len(caught.value.problems) == 1
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join((lines[0], lines[2])), encoding="utf-8")
    assert load(path) == (ONE, OTHER)


@pytest.mark.parametrize(("key", "value"), [("points", "2.5"), ("points", "-1"), ("of", "NaN"), ("at", "yesterday")])
def test_values_that_cannot_be_are_refused(tmp_path: Path, key: str, value: str) -> None:
    path = tmp_path / "reviews.jsonl"
    append(path, ONE)
    text = path.read_text(encoding="utf-8")
    old = {"points": '"points": "1.5"', "of": '"of": "2"', "at": f'"at": "{ONE.at}"'}[key]
    path.write_text(text.replace(old, f'"{key}": "{value}"'), encoding="utf-8")
    with pytest.raises(ConfigError, match=r"reviews\.jsonl:1:1: damaged"):
        load(path)
