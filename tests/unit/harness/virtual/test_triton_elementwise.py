"""Operations on arrays, each from a line of intermediate code."""

import math
from typing import Any

import numpy as np
import pytest

from grader.harness.virtual.triton.elementwise import elementwise, fused
from grader.harness.virtual.triton.library import library
from grader.harness.virtual.triton.syntax import Operation, functions
from grader.harness.virtual.triton.tensors import tensors

NAN = math.nan


def operation(line: str) -> Operation:
    module = f"tt.func public @k(%a: i32) attributes {{noinline = false}} {{\n{line}\n}}"
    return functions(module, "/lib")["k"].body.blocks["bb0"].operations[0]


def done(line: str, *values: Any) -> Any:
    parsed = operation(line)
    function = elementwise(parsed) or tensors(parsed) or library(parsed)
    assert function is not None, line
    with np.errstate(all="ignore"):
        return function(*values)


def i32(*numbers: int) -> Any:
    return np.array(numbers, np.int32)


def f32(*numbers: float) -> Any:
    return np.array(numbers, np.float32)


@pytest.mark.parametrize(
    ("line", "values", "wanted"),
    [
        ("arith.addi %a, %b : tensor<2xi32>", (i32(2**31 - 1, 1), i32(1, 1)), [-(2**31), 2]),
        ("arith.addi %a, %b : tensor<2xi1>", (np.array([True, True]), np.array([True, False])), [False, True]),
        ("arith.divsi %a, %b : tensor<4xi32>", (i32(7, -7, 7, -7), i32(2, 2, -2, -2)), [3, -3, -3, 3]),
        ("arith.remsi %a, %b : tensor<4xi32>", (i32(7, -7, 7, -7), i32(2, 2, -2, -2)), [1, -1, 1, -1]),
        ("arith.divui %a, %b : tensor<1xi32>", (i32(-2), i32(2)), [2**31 - 1]),
        ("arith.shrui %a, %b : tensor<1xi32>", (i32(-1), i32(28)), [15]),
        ("arith.shrsi %a, %b : tensor<1xi32>", (i32(-16), i32(2)), [-4]),
        ("arith.maxui %a, %b : tensor<1xi32>", (i32(-1), i32(1)), [-1]),
        ("tt.mulhiui %a, %b : tensor<2xi32>", (i32(-1, 3), i32(-1, 2)), [-2, 0]),
        ("tt.mulhiui %a, %b : tensor<1xi64>", (np.array([-1]), np.array([-1])), [-2]),
        ("arith.cmpi ult, %a, %b : tensor<2xi32>", (i32(1, -1), i32(-1, 1)), [True, False]),
        ("arith.cmpi slt, %a, %b : tensor<2xi32>", (i32(1, -1), i32(-1, 1)), [False, True]),
        ("arith.cmpf olt, %a, %b : tensor<2xf32>", (f32(1, NAN), f32(2, 2)), [True, False]),
        ("arith.cmpf ult, %a, %b : tensor<2xf32>", (f32(3, NAN), f32(2, 2)), [False, True]),
        ("arith.cmpf une, %a, %b : tensor<2xf32>", (f32(2, NAN), f32(2, 2)), [False, True]),
        ("arith.cmpf one, %a, %b : tensor<2xf32>", (f32(1, NAN), f32(2, 2)), [True, False]),
        ("arith.cmpf uno, %a, %b : tensor<2xf32>", (f32(1, NAN), f32(2, 2)), [False, True]),
        ("arith.extsi %a : tensor<2xi1> to tensor<2xi32>", (np.array([True, False]),), [-1, 0]),
        ("arith.extui %a : tensor<2xi1> to tensor<2xi32>", (np.array([True, False]),), [1, 0]),
        ("arith.extui %a : tensor<1xi8> to tensor<1xi32>", (np.array([-1], np.int8),), [255]),
        ("arith.trunci %a : tensor<3xi32> to tensor<3xi1>", (i32(1, 2, 3),), [True, False, True]),
        ("arith.trunci %a : tensor<1xi32> to tensor<1xi8>", (i32(257),), [1]),
        ("arith.uitofp %a : tensor<1xi32> to tensor<1xf32>", (i32(-1),), [2.0**32]),
        ("arith.fptosi %a : tensor<3xf32> to tensor<3xi32>", (f32(-1.9, NAN, 1e20),), [-1, 0, 2**31 - 1]),
        ("arith.fptoui %a : tensor<2xf32> to tensor<2xi8>", (f32(200, -5),), [-56, 0]),
        ("tt.bitcast %a : tensor<1xf32> -> tensor<1xi32>", (f32(1.0),), [0x3F800000]),
        ("tt.bitcast %a : tensor<1xbf16> -> tensor<1xi16>", (f32(1.0),), [0x3F80]),
        ("arith.addf %a, %b : tensor<1xbf16>", (f32(256.0), f32(1.0)), [256.0]),
        ("arith.maxnumf %a, %b : tensor<1xf32>", (f32(NAN), f32(1.0)), [1.0]),
        ("tt.clampf %a, %b, %c, propagateNan = none : tensor<2xf32>", (f32(9, NAN), f32(0, 0), f32(1, 1)), [1.0, 0.0]),
        ("tt.fp_to_fp %a, rounding = rtz : tensor<1xf32> -> tensor<1xbf16>", (f32(1.0078),), [1.0]),
        ('tt.extern_elementwise %a {symbol = "__nv_popc"} : (tensor<2xi32>) -> tensor<2xi32>', (i32(-1, 5),), [32, 2]),
        ('tt.extern_elementwise %a {symbol = "__nv_roundf"} : (tensor<1xf32>) -> tensor<1xf32>', (f32(-2.5),), [-3]),
        ("arith.constant dense<[1, -2]> : tensor<2xi32>", (), [1, -2]),
        ("arith.constant dense<0xFF800000> : tensor<2xf32>", (), [-math.inf, -math.inf]),
        ('arith.constant dense<"0x0000803F00000040"> : tensor<2xf32>', (), [1.0, 2.0]),
        ("arith.constant dense<true> : tensor<1xi1>", (), [True]),
        ("tt.make_range {end = 8 : i32, start = 5 : i32} : tensor<3xi32>", (), [5, 6, 7]),
        ("tt.histogram %a : tensor<4xi32> -> tensor<2xi32>", (i32(0, 1, 1, 7),), [1, 2]),
        ("tt.addptr %a, %b : tensor<1x!tt.ptr<f16>>, tensor<1xi32>", (np.array([1000]), i32(-3)), [994]),
        ("tt.trans %a {order = array<i32: 1, 0>} : tensor<1x2xi32> -> tensor<2x1xi32>", (i32(1, 2)[None],), [[1], [2]]),
    ],
)  # fmt: skip
def test_operations(line: str, values: tuple[Any, ...], wanted: list[Any]) -> None:
    assert done(line, *values).tolist() == wanted


def test_a_fused_product_and_sum_is_rounded_once() -> None:
    a, b = f32(1 + 2.0**-12), f32(1 - 2.0**-12)
    assert done("math.fma %a, %b, %c : tensor<1xf32>", a, b, f32(-1.0)).tolist() == [-(2.0**-24)]
    # A sum in float64 would be a tie between two float32 numbers; the product's last bit decides.
    up = fused(f32(2.0**-30), f32(2.0**-30), f32(1.0)).astype(np.float32)
    assert up.tolist() == [1.0]
    assert fused(f32(1 + 2.0**-23), f32(2.0**-24), f32(1.0)).astype(np.float32).tolist() == [1 + 2.0**-23]


@pytest.mark.parametrize(
    ("precision", "element", "wanted"), [("tf32", "f32", 4096.0), ("ieee", "f32", 4097.0), ("tf32", "f64", 4097.0)]
)
def test_a_tensor_core_ignores_the_last_bits_of_float32(precision: str, element: str, wanted: float) -> None:
    kinds = f"tensor<1x1x{element}> * tensor<1x1x{element}> -> tensor<1x1x{element}>"
    dtype = np.float32 if element == "f32" else np.float64
    a, b, c = (np.full((1, 1), number, dtype) for number in (4097.0, 1.0, 0.0))
    assert done(f"tt.dot %a, %b, %c, inputPrecision = {precision} : {kinds}", a, b, c).tolist() == [[wanted]]


def test_what_is_not_known_is_said() -> None:
    with pytest.raises(NotImplementedError, match="libdevice's ilogbf is not emulated on the virtual GPU"):
        done('tt.extern_elementwise %a {symbol = "__nv_ilogbf"} : (tensor<1xf32>) -> tensor<1xi32>')
    with pytest.raises(NotImplementedError, match="inline assembly is not emulated"):
        done('tt.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r"} %a : tensor<1xi32> -> tensor<1xi32>')
