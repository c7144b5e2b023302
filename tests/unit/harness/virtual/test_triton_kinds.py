"""Numbers that numpy has no type for: against torch, which has them."""

import numpy as np
import pytest
import torch

from grader.harness.virtual.triton.kinds import Type, decoded, encoded, parse, rounded


def every_kind_of_float() -> torch.Tensor:
    """Return float32 numbers of all sizes, ties, subnormal numbers, infinities and NaN."""
    bits = torch.from_numpy(np.random.default_rng(0).integers(0, 2**32, 200_000, dtype=np.uint32).view(np.int32))
    ties = (bits & ~0x1FFFFF) | 0x100000  # halfway between two numbers of float8e5
    special = torch.tensor([0.0, -0.0, torch.inf, -torch.inf, torch.nan, 3.4e38, 1e-45, 61440.0, 57344.0])
    return torch.cat([bits.view(torch.float32), ties.view(torch.float32), special])


def same(found: np.ndarray[tuple[int, ...], np.dtype[np.float32]], wanted: torch.Tensor) -> bool:
    return bool(np.array_equal(found, wanted.float().numpy(), equal_nan=True))


def test_bfloat16_is_rounded_to_nearest_even() -> None:
    values = every_kind_of_float()
    assert same(rounded(values.numpy(), "bf16"), values.bfloat16())


def test_bfloat16_toward_zero_drops_bits() -> None:
    values = torch.tensor([1.005, -1.005, 3.0])
    cut = (values.view(torch.int32) & ~0xFFFF).view(torch.float32)
    assert same(rounded(values.numpy(), "bf16", toward_zero=True), cut)


def test_float8_is_rounded_to_nearest_even_and_what_is_too_large_becomes_the_largest() -> None:
    values = every_kind_of_float()
    wanted = values.clamp(-57344, 57344).to(torch.float8_e5m2)
    assert same(rounded(values.numpy(), "f8E5M2"), wanted)


@pytest.mark.parametrize("element", ["bf16", "f8E5M2"])
def test_a_float64_is_rounded_once(element: str) -> None:
    # As a float32 this would be a tie, and go down.
    just_above = {"bf16": 1 + 2.0**-8 + 2.0**-40, "f8E5M2": 1 + 2.0**-3 + 2.0**-40}[element]
    above = {"bf16": 1 + 2.0**-7, "f8E5M2": 1.25}[element]
    assert rounded(np.float64(just_above), element) == above


def test_float16_toward_zero() -> None:
    values = np.array([1.0009, -1.0009, 70000.0], np.float32)
    assert rounded(values, "f16", toward_zero=True).tolist() == [1.0, -1.0, 65504.0]


@pytest.mark.parametrize(("element", "dtype"), [("bf16", torch.bfloat16), ("f8E5M2", torch.float8_e5m2)])
def test_numbers_lie_in_memory_as_torch_puts_them(element: str, dtype: torch.dtype) -> None:
    values = torch.tensor([0.0, -1.5, 40.0, torch.inf]).to(dtype)
    raw = values.view(torch.int16 if element == "bf16" else torch.uint8).numpy().view(parse(element).stored)
    assert np.array_equal(encoded(values.float().numpy(), element), raw)
    assert np.array_equal(decoded(raw, element), values.float().numpy())


def test_types_are_read() -> None:
    assert parse("tensor<16x32x!tt.ptr<bf16>>") == Type(shape=(16, 32), element="!tt.ptr<bf16>")
    assert parse("tensor<16x32x!tt.ptr<bf16>>").pointee == Type(shape=(16, 32), element="bf16")
    assert parse("i1").dtype == np.bool_
    with pytest.raises(NotImplementedError, match="the type f4 is not emulated on the virtual GPU"):
        _ = parse("f4").dtype
