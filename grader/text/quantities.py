"""A number with its unit, as students write it: `১১২ s`, `1,00,000`, `3.8 মিলিসেকেন্ড`, `1.2×10⁻⁵ s`."""

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal

from grader.text.folding import ENDINGS, GROUPED, clean, latin_digits

_LONGEST = 300  # characters; a longer text is no number

_NUMBER = re.compile(
    r"(?<![A-Za-z_\d.])(?!0[xX])"  # not part of a name, such as FP16
    r"(?P<sign>[-+\u2212])?\s?(?P<digits>\d+(?:,\d+)*(?:\.\d+)?|\.\d+)(?![,.]?\d|_)"
    r"(?:\s?[x×*]\s?10\s?(?:\^|\*\*)\s?(?P<power>[-+\u2212]?\d{1,3})(?!\d)|[eE](?P<exponent>[-+]?\d{1,3})(?!\d))?"
)
_WORD = re.compile(r"\s*([A-Za-zµμ×%/\u0980-\u09e3]+)")
_SUPERSCRIPT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")

_SCALES = {
    "হাজার": 10**3, "লাখ": 10**5, "লক্ষ": 10**5, "কোটি": 10**7, "মিলিয়ন": 10**6, "বিলিয়ন": 10**9,
    "thousand": 10**3, "lakh": 10**5, "crore": 10**7, "million": 10**6, "billion": 10**9, "k": 10**3, "M": 10**6,
}  # fmt: skip

# Dimension -> size of a unit in the base unit of the dimension -> its names.
_NAMES = {
    "s": {
        "60": "min minute minutes মিনিট",
        "1": "s sec secs second seconds সেকেন্ড সে",
        "1e-3": "ms msec millisecond milliseconds মিলিসেকেন্ড",
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
    "%": {"1": "% percent শতাংশ পার্সেন্ট"},
    "": {"1": "x × times fold গুণ"},
}


@dataclass(frozen=True, kw_only=True)
class Quantity:
    """One number and what it measures."""

    number: Decimal  # as written, before its unit
    dimension: str  # "s", "B", "B/s", "FLOP", "FLOP/s", "%"; empty for a plain number and for "times"
    base: Decimal  # in seconds, bytes, bytes per second, … ; the number itself where there is no unit
    ambiguous: bool = False  # a comma stands where neither grouping puts one: 10,50


_Unit = tuple[str, Decimal]


def _nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)


_SCALE = {_nfc(name): Decimal(size) for name, size in _SCALES.items()}
_UNITS: dict[str, _Unit] = {
    _nfc(name): (dimension, Decimal(size))
    for dimension, sizes in _NAMES.items()
    for size, names in sizes.items()
    for name in names.split()
}
# `gb` is read as GB: the names of bytes come after those of bits, and win.
_LOOSE = {name.casefold(): unit for name, unit in _UNITS.items()}


def quantity(text: str) -> Quantity | None:
    """Return the one quantity that a text states, or None where it states none, or several.

    Words around the number are passed over, and of a calculation only what follows its last `=` is read.
    """
    if len(text) > _LONGEST:
        return None
    plain = latin_digits(clean(text)).replace("\u200c", "").replace("\u200d", "")
    plain = re.sub("[⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺]+", lambda power: "^" + power[0].translate(_SUPERSCRIPT), plain)
    plain = re.split("[=≈]", plain)[-1]
    numbers = list(_NUMBER.finditer(plain))
    if len(numbers) != 1:
        return None
    scale, (dimension, size) = _measure(plain[numbers[0].end() :])
    number = _value(numbers[0]) * scale
    whole = numbers[0]["digits"].partition(".")[0]
    return Quantity(
        number=number,
        dimension=dimension,
        base=number * size,
        ambiguous="," in whole and not GROUPED.fullmatch(whole),
    )


def _value(found: re.Match[str]) -> Decimal:
    value = Decimal(found["digits"].replace(",", ""))
    exponent = (found["power"] or found["exponent"] or "0").replace("\u2212", "-")
    return (value if found["sign"] in {None, "+"} else -value).scaleb(int(exponent))


def _measure(rest: str) -> tuple[Decimal, _Unit]:
    """Return what the words after a number make of it: a factor (`লাখ`, `million`), and a unit."""
    rest = re.sub(r"\s?(?:/|\bper\b)\s?", "/", rest)
    rest = re.sub(_nfc(r"\s?প্রতি সেকেন্ডে?"), "/s", rest)
    scale = Decimal(1)
    for word in _WORD.findall(rest)[:3]:
        factor = _SCALE.get(word) or _SCALE.get(word.casefold() if len(word) > 1 else "")
        if factor is None:
            return scale, _unit(word) or ("", Decimal(1))
        scale *= factor
    return scale, ("", Decimal(1))


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
