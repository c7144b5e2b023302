"""The rules of the Bangla style guide that a machine can check, over every text of a catalogue."""

import re
import unicodedata
from collections.abc import Iterator, Mapping

from grader.errors import Problem
from grader.feedback.numerals import Numerals
from grader.feedback.placeholders import TYPES, Placeholder, fill, parse, placeholders
from grader.feedback.records import LANGUAGES, PARTS, Entry, Record

_B = "[\u0980-\u09ff]"  # a Bangla letter, sign or digit
_ALONE = rf"(?<!{_B})(?:%s)(?!{_B})"  # a whole word

# What prose looks like to the rules below: a code span and a quoted value are Latin, a number is a Bangla digit.
_STAND_IN = {
    "code": "X",
    "codes": "X",
    "ms": "৫ X",
    "gb": "৫ X",
    "mb": "৫ X",
    "s": "৫ সেকেন্ড",
    "ratio": "৫ গুণ",
    "text": "ক",
    "place": "ক",
    "places": "ক",
    "moment": "৫ (UTC)",
}

_SENTENCES = 3  # in one part, at most
_WORDS = {"bn": 26, "en": 34}  # in one sentence, at most: the guide says about 20

_CHARACTERS = {
    "\u09f7": "U+09F7 is a currency sign: the danda is U+0964 (।)",
    "|": "| stands for a danda: write ।",
    "!": "no exclamation marks",
    "—": "a dash: use a colon or a new sentence",
    "–": "a dash: use a colon, or a hyphen before an ending",
    "\u2010": "a dash: the hyphen is U+002D",
    "\u2011": "a dash: the hyphen is U+002D",
    "\u00a0": "no-break space",
    "\u200b": "zero-width space",
    "\ufeff": "zero-width no-break space",
}
_IN_PROSE = {
    rf"[A-Za-z]{_B}|{_B}[A-Za-z]": "Latin and Bangla touch: put a hyphen or a space between",
    rf"(?:[A-Za-z] (?:এর|তে|কে|টি|গুলো|র)|[০-৯] (?:টি|টির|টিতে))(?!{_B})": "ending after a space: join it with a hyphen",
    r"\s[।,;:?]": "space before a punctuation mark",
    r"\.(?=\s|$)": "full stop: a Bangla sentence ends with ।",
    rf"{_B}ঃ(?!{_B})": "ঃ is a letter: the colon is :",
    rf"(?<!{_B})[\u200c\u200d]": "joiner where no Bangla letter stands before it",
    r"[\u202a-\u202e\u2066-\u2069\u200e\u200f]": "direction character",
    rf" নি(?!{_B})": "নি is joined to its verb: হয়নি",
    rf"[A-Za-z০-৯]-(?:র|ের|কার)(?!{_B})": "the genitive is -এর after a Latin word",
    rf"[০-৯](?:ম|য়|র্থ|ষ্ঠ|তম)(?!{_B})": "an order number: write ৭ নম্বর cell",
    rf"কোন [^ ।?]+ (?:নেই|নয়|না|ছাড়া)(?!{_B})": "কোন is a question: write কোনো",
}
# Looked for where placeholders and code are taken out; a name such as FP16 keeps its digits.
_IN_REST = {
    r"(?<![A-Za-z0-9.+-])[0-9]": "ASCII digit in Bangla prose: use a placeholder, or backticks for code",
    r"[০-৯]": "digit typed into the text: use a placeholder",
}
SENTENCES = (*_CHARACTERS.values(), *_IN_PROSE.values(), *_IN_REST.values())  # what the rules say
_CODE = r"[A-Za-z_]\w*\(\)|[A-Za-z]\w*_[a-z0-9]\w*|(?<!\S)[a-z]\w*\.[a-z]\w*"  # what looks like Python
_PREFERRED = {
    "নীচে": "নিচে", "তৈরী": "তৈরি", "ভিতর": "ভেতর", "ভিতরে": "ভেতরে", "এখনো": "এখনও", "আরো": "আরও", "সাথে": "সঙ্গে",
    "দেয়া": "দেওয়া", "নেয়া": "নেওয়া", "হল": "হলো", "ভাল": "ভালো", "বেশিরভাগ": "বেশির ভাগ", "লক্ষ্য করুন": "লক্ষ করুন",
    "কিভাবে": "কীভাবে", "প্রদান": "দেওয়া", "ব্যবহারকারী": "আপনি",
}  # fmt: skip
_FAMILIAR = "তুমি|তুই|তোর|তোমার|তোমাকে|তোমাদের|তোকে|করো|দাও|দেখো|লেখো|চালাও|যাও|ভাবো|পারো|হও|আনো|রাখো|বদলাও|বসাও|করেছ"


def records(catalogue: Mapping[str, Record]) -> tuple[Problem, ...]:
    """Return what is wrong with the texts of all records."""
    return tuple(problem for code, record in catalogue.items() for problem in _record(code, record))


def label(key: str, texts: Mapping[str, Entry]) -> Iterator[Problem]:
    """Yield what is wrong with a label, a text without danda rules."""
    if texts.keys() != set(LANGUAGES):
        yield from (entry.problem(f"{key}: needs both bn and en") for entry in texts.values())
        return
    for language, entry in texts.items():
        yield from _text(f"{key}.{language}", language, entry)
    yield from _agreement(key, texts["bn"], texts["en"])


def _record(code: str, record: Record) -> Iterator[Problem]:
    if not re.fullmatch(r"[a-z][a-z0-9]*(\.[a-z][a-z0-9]*(-[a-z0-9]+)*)+", code):
        yield record.place.problem(f"{code!r} is no message code", "expected area.kebab-case")
    for part in PARTS:
        texts = {language: record.texts.get((part, language)) for language in LANGUAGES}
        for language, entry in texts.items():
            if entry is None or not entry.text.strip():
                yield record.place.problem(f"{code}.{part}.{language} is missing")
            else:
                yield from _text(f"{code}.{part}.{language}", language, entry)
                yield from _ending(f"{code}.{part}.{language}", part, language, entry)
                yield from _length(f"{code}.{part}.{language}", language, entry)
                yield from _rendering(f"{code}.{part}.{language}", entry, record.sample)
        if texts["bn"] and texts["en"]:
            yield from _agreement(f"{code}.{part}", texts["bn"], texts["en"])


def _text(name: str, language: str, entry: Entry) -> Iterator[Problem]:
    if entry.text != _nfc(entry.text):
        yield entry.problem(f"{name} is not NFC")
    if entry.text.count("`") % 2:
        yield entry.problem(f"{name} has an odd number of backticks")
    for placeholder in placeholders(entry.text):
        if placeholder.type not in TYPES:
            hint = f"there are {', '.join(TYPES)}"
            yield entry.problem(f"{name}: unknown placeholder type {placeholder.type!r}", hint)
    if re.search(r"`[^`]*\{[a-z][a-z0-9_]*:[a-z]+\}[^`]*`", entry.text):
        yield entry.problem(
            f"{name}: a placeholder inside backticks is not filled", "make the whole span one code value"
        )
    prose = _prose(entry.text)
    if "{" in prose or "}" in prose:
        yield entry.problem(f"{name}: a brace that is no placeholder", "expected {name:type}")
    if found := re.search(_CODE, re.sub(r"`[^`]*`|\{[^}]*\}", "", entry.text)):
        yield entry.problem(f"{name}: {found[0]!r} belongs in backticks")
    if language == "bn":
        yield from (entry.problem(f"{name}: {message}") for message in _bangla(entry.text, prose))
    elif re.search(_B, entry.text):
        yield entry.problem(f"{name}: Bangla letters in the English text")


def _bangla(text: str, prose: str) -> Iterator[str]:
    yield from (message for character, message in _CHARACTERS.items() if character in prose)
    bare = re.sub(r"`[^`]*`", "", text)
    rest = "".join(part for part in parse(bare) if isinstance(part, str))
    for rules, subject in ((_IN_PROSE, prose), (_IN_REST, rest)):
        for pattern, message in rules.items():
            if found := re.search(_nfc(pattern), subject):
                yield f"{message} (at {found[0]!r})"
    if found := re.search(_nfc(rf"\}}-(?:এ|তে|য়)(?!{_B})"), bare):
        yield f"an ending that depends on the sound of a placeholder (at {found[0]!r}): turn the sentence round"
    for wrong, right in _PREFERRED.items():
        if re.search(_ALONE % _nfc(wrong), _nfc(prose)):
            yield f"write {right}, not {wrong}"
    if found := re.search(_ALONE % _nfc(_FAMILIAR), _nfc(prose)):
        yield f"{found[0]} is a তুমি form: the student is আপনি"


def _nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _prose(text: str) -> str:
    parts = (part if isinstance(part, str) else _STAND_IN.get(part.type, "৫") for part in parse(text))
    return re.sub(r"`[^`]*`", "X", "".join(parts))


def _ending(name: str, part: str, language: str, entry: Entry) -> Iterator[Problem]:
    text = entry.text.rstrip()
    stop = "।" if language == "bn" else "."
    if part == "title":
        if text.endswith((".", "।")):
            yield entry.problem(f"{name}: a title has no {stop} at its end")
        return
    last = parse(text)[-1]
    # A quoted value, or a whole sentence that is passed in, may end a text.
    quoted = isinstance(last, Placeholder) and last.type in {"code", "codes", "text"}
    if not quoted and not text.endswith((stop, "?")) and not re.search(r": `[^`]*`$", text):
        yield entry.problem(f"{name}: expected {stop} at the end")


def _length(name: str, language: str, entry: Entry) -> Iterator[Problem]:
    sentences = [each for each in re.split(r"(?:[।?]|\.(?=\s|$))\s*", _prose(entry.text)) if each]
    if len(sentences) > _SENTENCES:
        yield entry.problem(f"{name}: {len(sentences)} sentences, at most {_SENTENCES}")
    for sentence in sentences:
        if (count := len(sentence.split())) > _WORDS[language]:
            yield entry.problem(f"{name}: a sentence of {count} words, at most {_WORDS[language]}")


def _agreement(name: str, bangla: Entry, english: Entry) -> Iterator[Problem]:
    difference = placeholders(bangla.text) ^ placeholders(english.text)
    if difference:
        names = ", ".join(sorted(f"{{{gap.name}:{gap.type}}}" for gap in difference))
        yield bangla.problem(f"{name}: the two languages have different placeholders: {names}")


def _rendering(name: str, entry: Entry, sample: Mapping[str, object]) -> Iterator[Problem]:
    try:
        fill(entry.text, sample, Numerals())
    except KeyError as error:
        if error.args[0] not in TYPES:
            yield entry.problem(f"{name}: the sample has no {error.args[0]!r}")
    except TypeError as error:
        yield entry.problem(f"{name}: the sample does not fit: {error}")
