"""Texts that read the same fold to one form; texts that do not, keep apart."""

import random
import unicodedata

import pytest

from grader.text.folding import clean, fold, latin_digits


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("\u09df", "\u09af\u09bc"),  # য় as one and as two code points
        ("হঠাৎ", "হঠাত্\u200d"),
        ("আকার", "অাকার"),
        ("শেষ৷", "শেষ।"),
        ("ৰ", "র"),
        ("kernel-এর", "kernel এর"),
        ("kernel‑এর", "kernelএর"),
        ("GPU-তে", "gpu তে"),
        ("thread-গুলো", "Thread"),
        ("২৪টি block", "24 block"),
        ("১,০০,০০০", "100,000"),
        ("torch.cuda.synchronize()", "torch cuda synchronize"),
        ("Launch  Overhead", "launch-overhead"),
        ("\u200bkernel\ufeff", "kernel"),
        ("ker\u2063n\U000e0041el\ufe0f", "kernel"),
        ("a >= b", "a≥b"),
        ("host -> device", "host→device"),
    ],
)
def test_the_same_is_the_same(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("কি", "কী"),
        ("launch asynchronous", "launch asynchronous নয়"),
        ("is async", "is not async"),
        ("1.5", "15"),
        ("1,5", "15"),
        ("-3", "3"),
        ("–3", "3"),
        ("\ue0003", "-3"),
        ("a ≤ b", "a ≥ b"),
        ("host → device", "host ← device"),
        ("async", "!async"),
        ("GPU", "G\u0440U"),  # a Cyrillic letter that looks the same
        ("i < n", "i <= n"),
        ("i != n", "i = n"),
        ("সময়", "সময"),
        ("GPU CPU-এর জন্য থামে", "CPU GPU-এর জন্য থামে"),
    ],
)
def test_what_differs_in_meaning_stays_different(one: str, other: str) -> None:
    assert fold(one) != fold(other)


def test_cleaning_never_changes_spelling_or_code() -> None:
    for text in ("র‍্যাম", "হঠাৎ", "a|b || c", "x = a[i] | b[i]", "kernel-এর ১০.৫ ms।"):
        assert clean(text) == unicodedata.normalize("NFC", text)


def test_invisible_characters_go_and_joiners_stay() -> None:
    assert clean("\u202eGPU\u200b  র‍্যাম\u00a0") == "GPU র‍্যাম"


def test_digits_of_both_scripts_mix() -> None:
    assert latin_digits("১2৩.৪") == "123.4"


def test_folding_and_cleaning_twice_changes_nothing() -> None:
    letters = "aB9,.-_ <=!।১২,কখৎ্\u09cd\u200d\u200cািেরতেএ\u09be\u0985GPU\n(×"
    draw = random.Random(7)  # noqa: S311 - the same texts each time
    for _ in range(3000):
        text = "".join(draw.choices(letters, k=draw.randrange(1, 25)))
        assert fold(fold(text)) == fold(text)
        assert clean(clean(text)) == clean(text)
