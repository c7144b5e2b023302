"""Bangla and English as students type them, made comparable: one spelling for what reads the same."""

import re
import unicodedata

# Zero-width space, byte order mark, soft hyphen, joiners of other scripts, direction marks, unseen operators, variation
# selectors, tags; not ZWJ and ZWNJ, which spell.
_INVISIBLE = dict.fromkeys([
    0x200B, 0xFEFF, 0x00AD, 0x034F, 0x180E, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2060, 0x2070),
    *range(0xFE00, 0xFE10), *range(0xFFF9, 0xFFFC), *range(0xE0000, 0xE0080),
])  # fmt: skip
_SPACES = dict.fromkeys([0x00A0, 0x2009, 0x202F], " ")
_DIGITS = str.maketrans("০১২৩৪৫৬৭৮৯", "0123456789")
_ASSAMESE = str.maketrans("ৰৱ", "রব")  # what an Assamese keyboard gives
MINUS = "\u2212\u2013\ufe63\uff0d"  # what is typed for a minus, beside the hyphen of the keyboard
_HYPHENS = dict.fromkeys(map(ord, "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212_"), " ")
_SLIPS = (
    ("\u09a4\u09cd\u200d", "\u09ce"),  # the old spelling of ৎ
    ("\u0985\u09be", "\u0986"),  # অ + া, typed for আ
    ("\u09f7", "\u0964"),  # the currency sign ৷, typed for the danda
    ("\u09e4", "\u0964"),
    ("\u09e5", "\u0965"),
)
_SIGNS = (("!=", "≠"), ("<=", "≤"), (">=", "≥"), ("->", "→"), ("<-", "←"), ("≈", " "))
_KEPT = {"minus": "\ue000", "point": "\ue001"}  # private characters that hold a sign's place while others go
_UNSPOKEN = dict.fromkeys([0x200C, 0x200D, *map(ord, _KEPT.values())])

# A comma groups digits the Indian way (12,34,567) or the western way (1,234,567), and in no other.
GROUPED = re.compile(r"(?<![\d,.])(?:\d{1,2}(?:,\d{2})*,\d{3}|\d{1,3}(?:,\d{3})+)(?!,?\d)")

# Case endings and classifiers as they are written after a Latin word or a number: kernel-এর, thread-গুলো, ২৪টি.
_ENDINGS = "এর র ের এ ে তে য় কে টি টা টির টিকে টিতে গুলো গুলি গুলোর গুলোকে গুলোতে এই ই ও টুকু সহ"
ENDINGS = frozenset(unicodedata.normalize("NFC", _ENDINGS).split())


def clean(text: str) -> str:
    """Return text that is safe to store and to show again: typing slips are repaired, spelling is never changed."""
    text = unicodedata.normalize("NFC", text.translate(_INVISIBLE))
    for slip, meant in _SLIPS:
        text = text.replace(slip, meant)
    text = re.sub(r"[ \t]+", " ", text.translate(_SPACES))
    return unicodedata.normalize("NFC", text).strip()


def latin_digits(text: str) -> str:
    """Return text with its Bangla digits written 0 to 9."""
    return text.translate(_DIGITS)


def fold(text: str) -> str:
    """Return a form in which two texts are equal when they differ only in how they were typed.

    Case, punctuation, hyphens, joiners, digit script, digit grouping and the case ending after a Latin word play no
    part. Negations, word order, decimal points, signs of numbers, arrows and operators do. For comparison only: the
    result is not fit to be shown.
    """
    text = clean(clean(text).translate(_UNSPOKEN))  # a joiner may have hidden a slip
    text = unicodedata.normalize("NFC", latin_digits(text).translate(_ASSAMESE).casefold())
    text = GROUPED.sub(lambda number: number[0].replace(",", ""), text)
    text = re.sub(r"(?<=\d)\.(?=\d)", _KEPT["point"], text)
    text = re.sub(rf"(?<![\w\u0980-\u09ff)])[-{MINUS}](?=\d)", _KEPT["minus"], text)
    for sign, same in _SIGNS:
        text = text.replace(sign, same)
    text = re.sub(r"!(?=[\w\u0980-\u09ff(])", "¬", text).translate(_HYPHENS)
    # `\w` misses the vowel signs of Bangla, which are marks.
    text = re.sub(r"[^\w\u0980-\u09e3\u09e6-\u09ff\ue000\ue001+*/%<>=¬±×÷\u2190-\u22ff]", " ", text)
    text = re.sub(r"[¬±×÷\u2190-\u22ff]", r" \g<0> ", text)
    text = re.sub(r"(?<=[a-z0-9])(?=[\u0980-\u09e3])|(?<=[\u0980-\u09e3])(?=[a-z0-9])", " ", text)
    text = text.replace(_KEPT["point"], ".").replace(_KEPT["minus"], "-")
    return " ".join(_without_endings(text.split()))


def _without_endings(words: list[str]) -> list[str]:
    kept: list[str] = []
    for word in words:
        if word in ENDINGS and kept and re.fullmatch(r"[a-z0-9.]+", kept[-1]):
            continue
        kept.append(word)
    return kept
