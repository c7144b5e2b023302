"""Amounts are written with their unit."""

import pytest

from grader.model.units import Unit, parse


@pytest.mark.parametrize(
    ("text", "base", "amount"),
    [
        ("20 s", "s", 20.0),
        ("1.5min", "s", 90.0),
        ("64 kB", "B", 64_000.0),
        ("2 GiB", "B", 2.0**31),
        ("1.5 x reference", "x reference", 1.5),
        ("2 ×  reference", "x reference", 2.0),
        ("80%", "%", 0.8),
    ],
)
def test_an_amount_is_read_in_its_base_unit(text: str, base: str, amount: float) -> None:
    assert parse(text, Unit(base=base)) == pytest.approx(amount)


@pytest.mark.parametrize("text", ["20", "20 S", "-1 s", "1e3 s", "2 GB", "s", "20 s\n", "১ s", "1_0 s", "20 s s"])
def test_anything_else_is_refused_and_told_what_was_expected(text: str) -> None:
    with pytest.raises(ValueError, match="expected a time with its unit"):
        parse(text, Unit(base="s"))
