"""Reading, overlaying and checking message files."""

import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from grader.errors import ConfigError
from grader.feedback.catalogue import Catalogue
from grader.feedback.translator import Translator

PARTS = ("title", "expected", "seen", "why", "next")
Write = Callable[[str], Path]


def record(**changes: object) -> dict[str, object]:
    """Return a record without fault, some of its parts replaced."""
    good: dict[str, object] = {part: {"bn": "মান {n:int}টি।", "en": "There are {n:int} values."} for part in PARTS}
    return good | {"title": {"bn": "মান মেলেনি", "en": "Wrong values"}, "sample": {"n": 3}} | changes


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(text: str) -> Path:
        path = tmp_path / "messages.yaml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def problems(path: Path) -> str:
    with pytest.raises(ConfigError) as caught:
        Catalogue.load(path)
    return str(caught.value)


def dump(records: dict[str, object]) -> str:
    return yaml.safe_dump(records, allow_unicode=True, sort_keys=False)


def test_an_overlay_replaces_one_part_in_one_language(write: Write) -> None:
    path = write("run.not-run:\n  next: {bn: 'শিক্ষককে জানান।'}\n")
    message = Translator(catalogue=Catalogue.load(path)).message("run.not-run", {})
    plain = Translator(catalogue=Catalogue.load()).message("run.not-run", {})
    assert message.next == "শিক্ষককে জানান।"
    assert (message.title, message.seen, message.why) == (plain.title, plain.seen, plain.why)
    english = Translator(catalogue=Catalogue.load(path), language="en").message("run.not-run", {})
    assert english.next.startswith("First read")


def test_an_overlay_adds_a_code(write: Write) -> None:
    catalogue = Catalogue.load(write(dump({"hw3.no-tiling": record()})))
    assert Translator(catalogue=catalogue).message("hw3.no-tiling", {"n": 3}).seen == "মান ৩টি।"


def test_an_overlay_may_use_only_what_the_check_tells(write: Write) -> None:
    path = write("run.not-run:\n  next: {bn: 'মান {n:int}টি।', en: 'There are {n:int} values.'}\n")
    assert "the sample has no 'n'" in problems(path)


@pytest.mark.parametrize(
    ("part", "bangla", "english", "message"),
    [
        ("seen", "মান {n:num}টি।", "There are {n:int} values.", "different placeholders"),
        ("seen", "মান {n:size}টি।", "There are {n:size} values.", "unknown placeholder type 'size'"),
        ("seen", "মান {x:int}টি।", "There are {x:int} values.", "the sample has no 'x'"),
        ("seen", "মান {n:codes}।", "There are {n:codes}.", "the sample does not fit"),
        ("seen", "মান {n}টি।", "There are {n} values.", "a brace that is no placeholder"),
        ("seen", "মান `f({n:int})`।", "It is `f({n:int})`.", "inside backticks"),
        ("seen", "মান মেলেনি", "It differs.", "expected । at the end"),
        ("seen", "মান মেলেনি।", "It differs", "expected . at the end"),
        ("title", "মান মেলেনি।", "It differs", "a title has no ।"),
        ("seen", "মান মেলেনি. আবার দেখুন।", "It differs.", "full stop"),
        ("seen", "মান মেলেনি৷", "It differs.", "U+09F7"),
        ("seen", "মান মেলেনি |", "It differs.", "| stands for a danda"),
        ("seen", "মান মেলেনি!।", "It differs.", "exclamation"),
        ("seen", "মান 3টি।", "It is 3.", "ASCII digit"),
        ("seen", "মান ৩টি।", "It is 3.", "typed into the text"),
        ("seen", "মান `x।", "It is `x.", "odd number of backticks"),
        ("seen", "kernelএর মান।", "It differs.", "Latin and Bangla touch"),
        ("seen", "`kernel`এর মান।", "It differs.", "Latin and Bangla touch"),
        ("seen", "kernel এর মান।", "It differs.", "ending after a space"),
        ("seen", "মান মেলেনি ।", "It differs.", "space before a punctuation mark"),
        ("seen", "{n:int}-তে মান।", "It is {n:int}.", "depends on the sound"),
        ("seen", "মানঃ ঠিক নয়।", "It differs.", "ঃ is a letter"),
        ("seen", "মান ঠিক হয় নি।", "It differs.", "joined to its verb"),
        ("seen", "নীচে দেখুন।", "Look below.", "write নিচে"),
        ("seen", "কাজটি আরো ভাল।", "It is better.", "write ভালো"),
        ("seen", "তুমি দেখেছ।", "You saw it.", "তুমি form"),
        ("seen", "আবার চালাও।", "Run it again.", "তুমি form"),
        ("seen", "মান মেলেনি।", "মান differs.", "Bangla letters in the English text"),
        ("seen", "এক। দুই। তিন। চার।", "One. Two.", "4 sentences, at most 3"),
        ("seen", "মান " * 26 + "নেই।", "It differs.", "a sentence of 27 words"),
        ("seen", "মান মেলেনি — দেখুন।", "It differs.", "a dash"),
        ("seen", "kernel‑এ মান নেই।", "It differs.", "a dash"),
        ("seen", "এখানে numpy.sum আছে।", "It differs.", "'numpy.sum' belongs in backticks"),
        ("seen", "মান নেই।", "It has no my_name here.", "'my_name' belongs in backticks"),
        ("seen", "এই {n:int} টি মান।", "These {n:int}.", "ending after a space"),
        ("seen", "`x`-র মান নেই।", "It differs.", "the genitive is -এর"),
        ("seen", "{n:int}ম মান নেই।", "{n:int} differs.", "order number"),
    ],
)
def test_the_style_guide_is_kept(write: Write, part: str, bangla: str, english: str, message: str) -> None:
    path = write(dump({"hw3.no-tiling": record(**{part: {"bn": bangla, "en": english}})}))
    assert message in problems(path)


def test_text_that_is_not_nfc_is_found(write: Write) -> None:
    composed = "হ\u09df না।"  # য় as one code point, which NFC takes apart
    assert unicodedata.normalize("NFC", composed) != composed
    assert "not NFC" in problems(write(dump({"hw3.x": record(seen={"bn": composed, "en": "It is not."})})))


@pytest.mark.parametrize(
    "text", ["FP16 মান `x[3]`-এর চেয়ে বড়।", "GPU-তে {n:int}টি, kernel-এ নয়।", "নিচে দেখুন: শেষ হয় কি না?"]
)
def test_good_bangla_is_left_alone(write: Write, text: str) -> None:
    english = "It is {n:int}." if "{" in text else "It is."
    assert "hw3.x" in Catalogue.load(write(dump({"hw3.x": record(seen={"bn": text, "en": english})}))).records


def test_a_misspelt_code_comes_with_the_right_one(write: Write) -> None:
    found = problems(write("run.not-runn:\n  next: {bn: 'দেখুন।'}\n")).splitlines()
    assert [line.partition("messages.yaml:")[2] for line in found] == [
        "1:1: there is no message 'run.not-runn' (did you mean 'run.not-run'?)"
    ]


def test_a_missing_language_and_a_missing_part_are_found(write: Write) -> None:
    broken = record(seen={"bn": "মান মেলেনি।"})
    del broken["why"]
    found = problems(write(dump({"hw3.x": broken})))
    assert "hw3.x.seen.en is missing" in found
    assert "hw3.x.why.bn is missing" in found


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "a.b:\n  titel: {bn: 'ক', en: k}\n",
            "messages.yaml:2:3: a.b has an unknown key 'titel' (did you mean 'title'?)",
        ),
        ("a.b: {}\na.b: {}\n", "messages.yaml:2:1: 'a.b' stands here twice"),
        ("a.b:\n  title: {bn: 'ক', fr: k}\n", "messages.yaml:2:20: a.b.title has an unknown language 'fr'"),
        ("a.b:\n  title: ক\n", "messages.yaml:2:10: expected a mapping"),
        ("a.b:\n  title: {bn: [ক]}\n", "messages.yaml:2:15: a.b.title.bn: expected a text"),
        ("a.b:\n  sample: [1]\n", "messages.yaml:2:11: sample: expected a mapping"),
        ("a.b: [\n", "messages.yaml:2:1: is not YAML"),
        ("NoCode: {}\n", "'NoCode' is no message code"),
    ],
)
def test_a_file_of_the_wrong_form_is_refused_with_its_line(write: Write, text: str, message: str) -> None:
    assert message in problems(write(text))


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    assert "cannot be read: No such file" in problems(tmp_path / "none.yaml")
    (tmp_path / "latin.yaml").write_bytes(b"a: \xff")
    assert "is not UTF-8" in problems(tmp_path / "latin.yaml")
