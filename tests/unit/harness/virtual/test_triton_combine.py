"""Reductions and scans keep the order of elements."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from grader.harness.virtual.triton.combine import reduce, scan


def composed(columns: Sequence[Any]) -> Sequence[Any]:
    """Combine x -> a x + b with the next one: associative, but not commutative."""
    a, b, c, d = columns
    return [a * c, c * b + d]


def one_by_one(a: list[int], b: list[int]) -> list[tuple[int, int]]:
    found = [(a[0], b[0])]
    for scale, shift in zip(a[1:], b[1:], strict=True):
        found.append((found[-1][0] * scale, scale * found[-1][1] + shift))
    return found


A, B = [3, -1, 2, 5, 1, -2, 4, 3], [1, 2, 3, 4, 5, 6, 7, 8]


@pytest.mark.parametrize("axis", [0, 1])
def test_a_reduction(axis: int) -> None:
    columns = [np.array([numbers, numbers]) for numbers in (A, B)]
    columns = columns if axis else [column.T for column in columns]
    a, b = reduce(columns, axis, composed)
    assert list(zip(a.tolist(), b.tolist(), strict=True)) == 2 * [one_by_one(A, B)[-1]]


def test_a_scan() -> None:
    a, b = scan([np.array(A), np.array(B)], 0, composed, reverse=False)
    assert list(zip(a.tolist(), b.tolist(), strict=True)) == one_by_one(A, B)


def test_a_scan_from_behind() -> None:
    a, b = scan([np.array([A]), np.array([B])], 1, composed, reverse=True)
    assert list(zip(a[0].tolist(), b[0].tolist(), strict=True)) == one_by_one(A[::-1], B[::-1])[::-1]
