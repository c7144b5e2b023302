"""Numbers with their units, in the ways students write them."""

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.feedback.numerals import Numerals
from grader.text.quantities import Quantity, Unclear, quantity

# The kinds of numbers that students were seen to write, one of each.
KINDS = {
    "Bangla digits, decimal point": ("১০.৫ ms", "s", "0.0105"),
    "Indian grouping, Bangla digits": ("১,০০,০০০", "", "100000"),
    "Indian grouping, Latin digits": ("12,34,567 বাইট", "B", "1234567"),
    "an approximation in words": ("প্রায় ৩.৮ মিলিসেকেন্ড লাগে", "s", "0.0038"),
    "an approximation by a sign": ("~10 μs", "s", "0.00001"),
    "no space before the unit": ("10us", "s", "0.00001"),
    "lakh": ("১.৫ লাখ", "", "150000"),
    "crore": ("২ কোটি", "", "2e7"),
    "a range": ("১০-১২ ms", Unclear.RANGE, ""),
    "a hyphen for a minus": ("-৩", "", "-3"),
    "a minus sign": ("−৩", "", "-3"),
    "a comma for a point": ("10,50", Unclear.COMMA, ""),
    "times in Bangla": ("৫০ গুণ", "", "50"),
    "times by a letter": ("50x speedup", "", "50"),
    "a Latin unit after Bangla digits": ("৮০GB", "B", "80e9"),
    "a binary unit": ("16 GiB", "B", "17179869184"),
    "a rate": ("৬০০ GB/s", "B/s", "600e9"),
    "percent": ("৫০%", "%", "50"),
    "a name with digits beside it": ("FP16 আর 2.5e-3 s", "s", "0.0025"),
    "a power by a caret": ("1.2×10^-5", "", "0.000012"),
    "a power in superscript": ("1.2 × 10⁻⁵ s", "s", "0.000012"),
    "a bound": ("১০ মিলিসেকেন্ডের কম", Unclear.OTHERWISE, ""),
    "floating-point work per second": ("৩১২ TFLOPS", "FLOP/s", "312e12"),
    "a prefix for millions": ("১M element", "", "1e6"),
}


def read(text: str) -> tuple[object, Decimal | None]:
    found = quantity(text)
    return (found.dimension, found.base) if isinstance(found, Quantity) else (found, None)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_read_or_refused_with_its_reason(kind: str) -> None:
    text, what, base = KINDS[kind]
    assert read(text) == (what, Decimal(base) if base else None)


def test_there_are_all_24_kinds() -> None:
    assert len({text for text, _, _ in KINDS.values()}) == 24


@pytest.mark.parametrize(
    ("text", "dimension", "base"),
    [
        ("১1২s", "s", "112"),
        ("10µs", "s", "0.00001"),  # the other mu
        ("2e3 ns", "s", "0.000002"),
        ("2 min", "s", "120"),
        ("৪.৫ মি.সে.", "s", "0.0045"),
        ("২ ঘণ্টা", "s", "7200"),
        ("1,234,567 bytes", "B", "1234567"),
        ("12 gb", "B", "12e9"),
        ("12 Gb", "B", "1.5e9"),  # bits
        ("12 billion bytes", "B", "12e9"),
        ("600 GB per second", "B/s", "600e9"),
        ("৬০০ গিগাবাইট প্রতি সেকেন্ডে", "B/s", "600e9"),
        ("1 Gbps", "B/s", "125e6"),
        ("1.4 GHz", "Hz", "1.4e9"),
        ("112 s/step", "s", "112"),
        ("শতকরা ৫০ ভাগ", "%", "50"),
        ("১.৫×১০^৩", "", "1500"),
        ("2^20", "", "1048576"),
        ("2**10 bytes", "B", "1024"),
        ("100 000", "", "100000"),
        ("1\u202f00\u202f000", "", "100000"),
        ("–৩", "", "-3"),
        ("উত্তর: -৫", "", "-5"),
        ("FP16: 2", "", "2"),  # the digits of a name are none
        ("14 GB / 0.125 GB/s = 112 s", "s", "112"),
        ("14 / 0.125 => 112 s", "s", "112"),
        ("১৪ / ০.১২৫ → ১১২ s", "s", "112"),
        ("৩,৯০৭টি block", "", "3907"),  # what is no unit leaves a plain number
    ],
)
def test_one_quantity_is_read(text: str, dimension: str, base: str) -> None:
    assert read(text) == (dimension, Decimal(base))


@pytest.mark.parametrize(
    ("reason", "texts"),
    [
        (Unclear.NOTHING, ("", "জানি না", "একশো", "1.2.3", "0x10", "1_000", "FP16", "9" * 400)),
        (Unclear.SEVERAL, ("14 / 0.125", "১ ২", "10—12", "1.2×10-5 s", "32 thread, 4 block")),
        (Unclear.RANGE, ("10..20", "10 ms – 20 ms", "10 to 20", "১০ থেকে ২০ ms")),
        (Unclear.COMMA, ("11,2 s", "1,00,00", "1234,567")),
        (Unclear.SIGN, ("উত্তর - ৫", "উত্তর:-৫", "answer-5", "-(5)")),
        (Unclear.OTHERWISE, ("t <= 112 s", "< 10 ms", "112 s নয়", "not 112 s", "অন্তত ৩২টি", "at least 32")),
        (Unclear.UNIT, ("5m", "1G")),
    ],
)
def test_what_can_be_read_in_two_ways_is_refused_with_a_reason(reason: Unclear, texts: tuple[str, ...]) -> None:
    assert {text: quantity(text) for text in texts} == dict.fromkeys(texts, reason)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.one_of(st.text(), st.text("০১২৩৪৫৬৭৮৯0123456789,.-−–+eE^×x* লাখms%/GB=≈~⁻⁵()_", max_size=30)))
def test_nothing_that_is_typed_breaks_the_parser(text: str) -> None:
    found = quantity(text)
    assert isinstance(found, Quantity | Unclear)
    if isinstance(found, Quantity):
        assert found.base.is_finite()


@settings(max_examples=200, deadline=None, derandomize=True)
@given(
    st.one_of(
        st.integers(-(10**17), 10**17),
        st.floats(allow_nan=False, allow_infinity=False, min_value=-1e300, max_value=1e300),
    ),
    st.sampled_from([Numerals(language=lang, digits=digits) for lang in ("bn", "en") for digits in ("auto", "latin")]),
)
def test_what_a_report_writes_is_read_back(value: float, numerals: Numerals) -> None:
    exact = Decimal(str(value))
    written = {
        "": (numerals.number(value), numerals.times(value)),
        "s": (numerals.milliseconds(value), numerals.seconds(value)),
        "B": (numerals.gigabytes(value), numerals.megabytes(value)),
        "%": (numerals.percent(value),),
    }
    for dimension, texts in written.items():
        for text in texts:
            found = quantity(text)
            assert isinstance(found, Quantity), text
            assert found.dimension == dimension
            wanted = exact * 100 if dimension == "%" else exact
            assert abs(found.number - wanted) <= abs(wanted) * Decimal("0.0005") + Decimal("1e-300"), text
