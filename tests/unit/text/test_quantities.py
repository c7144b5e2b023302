"""Numbers with their units, in the ways students write them."""

from decimal import Decimal

import pytest

from grader.text.quantities import quantity


@pytest.mark.parametrize(
    ("text", "dimension", "base"),
    [
        ("১১২ s", "s", "112"),
        ("১1২s", "s", "112"),
        ("১০.৫ ms", "s", "0.0105"),
        ("প্রায় ৩.৮ মিলিসেকেন্ড লাগে", "s", "0.0038"),
        ("১০ মিলিসেকেন্ডের কম", "s", "0.010"),
        ("~10 μs", "s", "0.00001"),
        ("10µs", "s", "0.00001"),  # the other mu
        ("2e3 ns", "s", "0.000002"),
        ("1.2 × 10⁻⁵ s", "s", "0.000012"),
        ("2 min", "s", "120"),
        ("12,34,567 বাইট", "B", "1234567"),
        ("1,234,567 bytes", "B", "1234567"),
        ("৮০GB", "B", "80e9"),
        ("12 gb", "B", "12e9"),
        ("12 Gb", "B", "1.5e9"),  # bits
        ("16 GiB", "B", "17179869184"),
        ("12 billion bytes", "B", "12e9"),
        ("৬০০ GB/s", "B/s", "600e9"),
        ("600 GB per second", "B/s", "600e9"),
        ("৬০০ গিগাবাইট প্রতি সেকেন্ডে", "B/s", "600e9"),
        ("1 Gbps", "B/s", "125e6"),
        ("112 s/step", "s", "112"),
        ("৩১২ TFLOPS", "FLOP/s", "312e12"),
        ("৫০%", "%", "50"),
        ("৫০ গুণ", "", "50"),
        ("১.৫ লাখ", "", "150000"),
        ("২ কোটি", "", "2e7"),
        ("১,০০,০০০", "", "100000"),
        ("−৩", "", "-3"),
        ("FP16: 2", "", "2"),  # the digits of a name are none
        ("14 GB / 0.125 GB/s = 112 s", "s", "112"),
    ],
)
def test_one_quantity_is_read(text: str, dimension: str, base: str) -> None:
    found = quantity(text)
    assert found is not None
    assert (found.dimension, found.base, found.ambiguous) == (dimension, Decimal(base), False)


@pytest.mark.parametrize("text", ["", "জানি না", "১০-১২ ms", "14 / 0.125", "1.2.3", "0x10", "1_000", "FP16", "9" * 400])
def test_none_or_several_are_none(text: str) -> None:
    assert quantity(text) is None


@pytest.mark.parametrize("text", ["10,50", "11,2 s", "1,00,00", "1234,567"])
def test_a_comma_in_no_known_place_is_ambiguous(text: str) -> None:
    found = quantity(text)
    assert found is not None
    assert found.ambiguous


def test_what_is_no_unit_leaves_a_plain_number() -> None:
    found = quantity("৩,৯০৭টি block")
    assert found is not None
    assert (found.dimension, found.number) == ("", Decimal(3907))
