"""Codes turned into sentences."""

import pytest

from grader.feedback.catalogue import Catalogue
from grader.feedback.translator import Message, Translator
from grader.model.text import Language
from grader.model.verdict import Status

BANGLA = Translator(catalogue=Catalogue.load())
ENGLISH = Translator(catalogue=Catalogue.load(), language="en")


def parts(message: Message) -> list[str]:
    return [message.title, message.expected, message.seen, message.why, message.next]


@pytest.mark.parametrize("language", ["bn", "en"])
def test_every_built_in_code_is_filled_by_its_sample(language: Language) -> None:
    translator = Translator(catalogue=Catalogue.load(), language=language)
    unknown = set(parts(translator.message("grader.unknown-message", {"code": "x"})))
    for code, record in translator.catalogue.records.items():
        for text in parts(translator.message(code, record.sample)):
            assert ":code}" not in text, code
            assert code == "grader.unknown-message" or text not in unknown, code


def test_an_unknown_code_is_named() -> None:
    assert "`cuda.new`" in BANGLA.message("cuda.new", {}).seen
    assert "`cuda.new`" in ENGLISH.message("cuda.new", {"n": object()}).seen


@pytest.mark.parametrize("params", [{}, {"limit": "soon", "where": "a.py:1"}, {"limit": None, "where": "a.py:1"}])
def test_a_part_that_cannot_be_filled_names_the_code(params: dict[str, object]) -> None:
    message = BANGLA.message("run.timeout", params)
    assert message.title == "সময়সীমার মধ্যে শেষ হয়নি"
    assert "`run.timeout`" in message.seen


def test_a_hidden_finding_shows_no_value() -> None:
    shown = BANGLA.message("output.wrong-dtype", {"name": "c", "expected": "float32", "got": "secret"}, hidden=True)
    general = BANGLA.message("case.hidden", {})
    assert shown.title == "ফলাফলের dtype মেলেনি"
    assert (shown.expected, shown.seen) == (general.expected, general.seen)
    assert not any("secret" in part for part in parts(shown))


def test_latin_digits_on_request() -> None:
    latin = Translator(catalogue=Catalogue.load(), digits="latin")
    assert "৬০" in BANGLA.message("run.timeout", {"limit": 60, "where": "a.py"}).expected
    assert "60" in latin.message("run.timeout", {"limit": 60, "where": "a.py"}).expected


def test_labels() -> None:
    assert BANGLA.label("report.total", awarded=5, possible=10) == "মোট নম্বর: ৫/১০"
    assert ENGLISH.label("report.total", awarded=5, possible=10) == "Total: 5/10"
    with pytest.raises(KeyError):
        BANGLA.label("report.nothing")


def test_every_status_has_a_word() -> None:
    assert {BANGLA.status(status) for status in Status} >= {"পাস", "ফেল", "বাদ", "যাচাই বাকি"}


def test_a_kind_of_check_without_a_label_keeps_its_name() -> None:
    assert BANGLA.check("speed") == "গতি"
    assert BANGLA.check("third_party") == "third_party"
