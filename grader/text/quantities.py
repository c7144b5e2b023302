"""A number with its unit, as students write it: `১১২ s`, `1,00,000`, `3.8 মিলিসেকেন্ড`, `1.2×10⁻⁵ s`.

What can be read in more than one way is never guessed at: the reason comes back in place of a number.
"""

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum, auto

from grader.text.folding import ENDINGS, GROUPED, MINUS, clean, latin_digits

_LONGEST = 300  # characters; a longer text is no number


def _nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)


_DASH = f"[-{MINUS}]"
_NUMBER = re.compile(
    r"(?<![A-Za-z_\d.])(?!0[xX])"  # not part of a name, such as FP16
    rf"(?P<sign>\+|{_DASH})?(?P<gap>\s?)(?P<digits>\d+(?:,\d+)*(?:\.\d+)?|\.\d+)(?![,.]?\d|_)"
    rf"(?:(?:\s?[x×*·⋅]\s?(?P<root>[1-9]\d{{0,2}}))?\s?(?:\^|\*\*)\s?(?P<power>(?:\+|{_DASH})?\d{{1,3}})(?!\d)"
    rf"|[eE](?P<exponent>(?:\+|{_DASH})?\d{{1,3}})(?!\d))?"
)
_SPACED = re.compile(r"(?<![\d.,])\d{1,3}(?:(?: \d{2})* \d{3}|(?: \d{3})+)(?![\d,]| \d)")  # 1 00 000, 100 000
_WORD = re.compile(r"\s*([A-Za-zµμ×%/\u0980-\u09e3]+)")
_GLUED = re.compile(r"[A-Za-z]{1,2}(?![A-Za-z/])")
_SUPERSCRIPT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_TO = re.compile(rf"(?:{_DASH}|[~…]|\.\.|\bto\b|থেকে|হতে)\s*$")
_LETTER = r"[A-Za-z\u0980-\u09e3:।)]"
# What makes another statement of a number: "less than 10 ms", "10 ms নয়".
_OTHERWISE = re.compile(
    r"[<>≤≥≠]|\b(?:not|less|more|fewer|greater|under|over|above|below|least|most)\b|n't\b|"
    + _nfc(r"(?<![\u0980-\u09ff])(?:না|নয়|নেই|কম|বেশি|অন্তত|কমপক্ষে|সর্বোচ্চ|সর্বনিম্ন)(?![\u0980-\u09ff])"),
    re.IGNORECASE,
)

_SCALES = {
    "হাজার": 10**3, "লাখ": 10**5, "লক্ষ": 10**5, "কোটি": 10**7, "মিলিয়ন": 10**6, "বিলিয়ন": 10**9, "K": 10**3,
    "thousand": 10**3, "lakh": 10**5, "crore": 10**7, "million": 10**6, "billion": 10**9, "k": 10**3, "M": 10**6,
}  # fmt: skip

# Dimension -> size of a unit in the base unit of the dimension -> its names.
_NAMES = {
    "s": {
        "3600": "h hr hour hours ঘণ্টা ঘন্টা",
        "60": "min minute minutes মিনিট",
        "1": "s sec secs second seconds সেকেন্ড সে সেঃ",
        "1e-3": "ms msec millisecond milliseconds মিলিসেকেন্ড এমএস",
        "1e-6": "us µs μs usec microsecond microseconds মাইক্রোসেকেন্ড",
        "1e-9": "ns nanosecond nanoseconds ন্যানোসেকেন্ড",
    },
    "B": {
        "0.125": "bit bits বিট",
        "125": "kbit",
        "125e3": "Mb Mbit",
        "125e6": "Gb Gbit",
        "125e9": "Tb Tbit",
        "1": "B byte bytes বাইট",
        "1e3": "kB kilobyte kilobytes কিলোবাইট কেবি",
        "1e6": "MB megabyte megabytes মেগাবাইট এমবি",
        "1e9": "GB gigabyte gigabytes গিগাবাইট জিবি",
        "1e12": "TB terabyte terabytes টেরাবাইট টিবি",
        "1024": "KiB",
        "1048576": "MiB",
        "1073741824": "GiB",
        "1099511627776": "TiB",
    },
    "B/s": {"125e3": "Mbps", "125e6": "Gbps", "125e9": "Tbps"},  # bits, by their definition
    "FLOP": {"1e9": "GFLOP", "1e12": "TFLOP", "1e15": "PFLOP"},
    "FLOP/s": {"1e9": "GFLOPS", "1e12": "TFLOPS", "1e15": "PFLOPS"},
    "Hz": {"1": "Hz", "1e6": "MHz", "1e9": "GHz"},
    "%": {"1": "% percent শতাংশ পার্সেন্ট ভাগ"},
    "": {"1": "x × times fold গুণ"},
}


@dataclass(frozen=True, kw_only=True)
class Quantity:
    """One number and what it measures."""

    number: Decimal  # as written, before its unit
    dimension: str  # "s", "B", "B/s", "FLOP", "FLOP/s", "Hz", "%"; empty for a plain number and for "times"
    base: Decimal  # in seconds, bytes, bytes per second, … ; the number itself where there is no unit


class Unclear(Enum):
    """Why a text was not read as one number."""

    NOTHING = auto()  # no number, or one in a form that is not known: `অনেক`, `1.2.3`
    SEVERAL = auto()  # `14 / 0.125`
    RANGE = auto()  # `১০-১২ ms`, `10 to 12`
    COMMA = auto()  # it stands where neither grouping puts one: `10,50`
    SIGN = auto()  # a dash that parts, or a minus: `উত্তর - ৫`
    OTHERWISE = auto()  # the words around the number may turn its meaning: `১০ ms-এর কম`, `10 ms নয়`
    UNIT = auto()  # letters that are no known unit: `5m`


_Unit = tuple[str, Decimal]
_NO_UNIT: _Unit = ("", Decimal(1))

_SCALE = {_nfc(name): Decimal(size) for name, size in _SCALES.items()}
_UNITS: dict[str, _Unit] = {
    _nfc(name): (dimension, Decimal(size))
    for dimension, sizes in _NAMES.items()
    for size, names in sizes.items()
    for name in names.split()
}
# `gb` is read as GB: the names of bytes come after those of bits, and win.
_LOOSE = {name.casefold(): unit for name, unit in _UNITS.items()}


def quantity(text: str) -> Quantity | Unclear:
    """Return the one quantity that a text states, or why it is not clear which.

    Other words around the number are passed over (`প্রায়`, `about`), and of a calculation only what follows its last
    `=` or arrow is read.
    """
    if len(text) > _LONGEST:
        return Unclear.NOTHING
    plain = _plain(text)
    numbers = list(_NUMBER.finditer(plain))
    if len(numbers) != 1:
        return _many(plain, numbers)
    found = numbers[0]
    before, after = plain[: found.start()], plain[found.end() :]
    if doubt := _doubt(found, before, after):
        return doubt
    scale, (dimension, size) = _measure(after)
    if not dimension and _nfc("শতকরা") in before:
        dimension = "%"
    number = _value(found) * scale
    return Quantity(number=number, dimension=dimension, base=number * size)


def _plain(text: str) -> str:
    """Return what is read of a text, with Latin digits, without joiners and without grouping by spaces."""
    plain = latin_digits(clean(text)).replace("\u200c", "").replace("\u200d", "")
    plain = re.sub("[⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺]+", lambda power: "^" + power[0].translate(_SUPERSCRIPT), plain)
    plain = re.sub("[—―]", " , ", plain)  # they part, and are no minus
    plain = re.sub(r"\.\.+", " .. ", re.sub(_nfc(r"মি\.\s?সে"), _nfc("মিলিসেকেন্ড"), plain))
    for sign, same in (("<=", "≤"), (">=", "≥"), ("!=", "≠")):
        plain = plain.replace(sign, same)
    plain = re.split("[=≈]+>?|->|[→⇒]", plain)[-1]
    return _SPACED.sub(lambda number: number[0].replace(" ", ""), plain)


def _many(plain: str, numbers: list[re.Match[str]]) -> Unclear:
    if len(numbers) == 2 and _TO.search(plain[numbers[0].end() : numbers[1].start("digits")]):
        return Unclear.RANGE
    return Unclear.SEVERAL if numbers else Unclear.NOTHING


def _doubt(found: re.Match[str], before: str, after: str) -> Unclear | None:
    """Return what speaks against reading a single number as it stands."""
    if _OTHERWISE.search(before) or _OTHERWISE.search(after):
        return Unclear.OTHERWISE
    whole = found["digits"].partition(".")[0]
    if "," in whole and not GROUPED.fullmatch(whole):
        return Unclear.COMMA
    if found["sign"] not in {None, "+"} and re.search(rf"{_LETTER}\s?$" if found["gap"] else rf"{_LETTER}$", before):
        return Unclear.SIGN
    if re.search(rf"{_DASH}\s?\(?$", before):
        return Unclear.SIGN
    glued = _GLUED.match(after)
    if glued and glued[0] not in _SCALE and _named(glued[0]) is None:
        return Unclear.UNIT
    return None


def _value(found: re.Match[str]) -> Decimal:
    value = Decimal(found["digits"].replace(",", ""))
    if found["exponent"]:
        value = value.scaleb(_whole(found["exponent"]))
    elif found["root"]:
        value *= Decimal(found["root"]) ** _whole(found["power"])
    elif found["power"] and value:
        value **= _whole(found["power"])
    return value if found["sign"] in {None, "+"} else -value


def _whole(digits: str) -> int:
    return int(re.sub(f"^{_DASH}", "-", digits))


def _measure(rest: str) -> tuple[Decimal, _Unit]:
    """Return what the words after a number make of it: a factor (`লাখ`, `million`), and a unit."""
    rest = re.sub(r"\s?(?:/|\bper\b)\s?", "/", rest)
    rest = re.sub(_nfc(r"\s?প্রতি সেকেন্ডে?"), "/s", rest)
    scale = Decimal(1)
    for word in _WORD.findall(rest)[:3]:
        factor = _SCALE.get(word) or _SCALE.get(word.casefold() if len(word) > 1 else "")
        if factor is None:
            return scale, _unit(word) or _NO_UNIT
        scale *= factor
    return scale, _NO_UNIT


def _unit(word: str) -> _Unit | None:
    amount, _, time = word.strip("/").partition("/")
    found, per = _named(amount), _named(time)
    if found is None or per is None:  # what is no unit, as in s/step, is passed over
        return found
    return (f"{found[0]}/s", found[1]) if per == _named("s") else None


def _named(word: str) -> _Unit | None:
    """Return the unit of a name, which may carry a Bangla case ending: মিলিসেকেন্ডের."""
    stems = [word, *(word[:cut] for cut in range(len(word) - 1, 0, -1) if word[cut:] in ENDINGS)]
    return next((_UNITS.get(stem) or _LOOSE[stem.casefold()] for stem in stems if stem.casefold() in _LOOSE), None)
