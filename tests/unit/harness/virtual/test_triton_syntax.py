"""The text of intermediate code, read; parts of it as Triton 3.9 prints them."""

from grader.harness.virtual.trace import Site
from grader.harness.virtual.triton.syntax import NOWHERE, Function, functions

TEXT = """
#loc = loc("/home/box/a.py":4:0)
#loc9 = loc("out"(#loc))
module {
  tt.func public @k(%out: !tt.ptr<f32> loc("out"(#loc)), %n: i32 loc("n"(#loc))) attributes {noinline = false} {
    %c0 = arith.constant 0 : i32 loc(#loc1)
    %s = scf.while (%s_1 = %c0) : (i32) -> i32 {
      %4 = arith.cmpi slt, %s_1, %n : i32 loc(#loc2)
      scf.condition(%4) %s_1 : i32 loc(#loc2)
    } do {
    ^bb0(%s_2: i32 loc("s"(#loc2))):
      %s_3 = arith.addi %s_2, %c0 : i32 loc(#loc3)
      scf.yield %s_3 : i32 loc(#loc3)
    } loc(#loc2)
    tt.print " v : " {hex = false, isSigned = array<i32: 1>} : %s : i32 loc(#loc4)
    %r:2 = "tt.reduce"(%x, %i) <{axis = 0 : i32}> ({
    ^bb0(%a: f32 loc(callsite(#loc1 at #loc2)), %b: i32 loc(#loc1), %c: f32 loc(#loc1), %d: i32 loc(#loc1)):
      %e = arith.addf %a, %c : f32 loc(#loc5)
      tt.reduce.return %e, %b : f32, i32 loc(#loc5)
    }) : (tensor<32xf32>, tensor<32xi32>) -> (f32, i32) loc(#loc6)
    cf.cond_br %7, ^bb1, ^bb2(%n : i32) loc(#loc2)
  ^bb1:  // pred: ^bb0
    tt.return loc(#loc2)
  ^bb2(%m: i32 loc("m"(#loc2))):  // pred: ^bb0
    tt.store %out, %r#0 : !tt.ptr<f32> loc(#loc7)
    tt.return loc(#loc8)
  } loc(#loc)
  tt.func private @"help__i32"(%x: i32 {tt.divisible = 16 : i32} loc("x"(#loc))) -> i32 attributes {noinline = true} {
    tt.return %x : i32 loc(#loc2)
  } loc(#loc)
} loc(#loc)
#loc1 = loc(unknown)
#loc2 = loc("/home/box/a.py":6:8)
#loc3 = loc("/lib/triton/language/standard.py":43:12)
#loc4 = loc("v"(#loc2))
#loc5 = loc("/home/box/a.py":9:1)
#loc6 = loc(callsite(#loc3 at #loc5))
#loc7 = loc(callsite(#loc5 at #loc2))
#loc8 = loc(fused[#loc3, #loc2])
"""


def kernel() -> Function:
    return functions(TEXT, "/lib/triton")["k"]


def test_functions_have_names_and_parameters() -> None:
    found = functions(TEXT, "/lib/triton")
    assert list(found) == ["k", "help__i32"]
    assert found["help__i32"].parameters == [("%x", "i32")]
    assert found["k"].parameters == [("%out", "!tt.ptr<f32>"), ("%n", "i32")]


def test_an_operation_has_results_operands_and_types() -> None:
    reduced = kernel().body.blocks["bb0"].operations[3]
    assert (reduced.name, reduced.results, reduced.operands) == ("tt.reduce", ["%r#0", "%r#1"], ["%x", "%i"])
    assert reduced.types == "(tensor<32xf32>, tensor<32xi32>) -> (f32, i32)"
    (block,) = reduced.regions[0].blocks.values()
    assert block.arguments == ["%a", "%b", "%c", "%d"]
    assert [each.name for each in block.operations] == ["arith.addf", "tt.reduce.return"]


def test_a_loop_has_two_regions() -> None:
    loop = kernel().body.blocks["bb0"].operations[1]
    assert (loop.operands, loop.types) == (["%s_1", "%c0"], "(i32) -> i32")
    before, after = (next(iter(region.blocks.values())) for region in loop.regions)
    assert before.operations[-1].operands == ["%4", "%s_1"]
    assert after.arguments == ["%s_2"]


def test_blocks_jump_to_each_other() -> None:
    blocks = kernel().body.blocks
    assert list(blocks) == ["bb0", "bb1", "bb2"]
    assert blocks["bb0"].operations[-1].labels == ["bb1", "bb2"]
    assert blocks["bb2"].arguments == ["%m"]
    assert blocks["bb2"].operations[0].operands == ["%out", "%r#0"]


def test_a_colon_in_a_string_is_no_end() -> None:
    printed = kernel().body.blocks["bb0"].operations[2]
    assert (printed.operands, printed.types) == (["%s"], "i32")


def test_a_place_is_the_innermost_one_that_is_not_the_library_s() -> None:
    body = kernel().body.blocks
    sites = [each.site for each in body["bb0"].operations]
    six, nine = (Site(file="a.py", line=line, function="k") for line in (6, 9))
    assert sites[0] == NOWHERE
    assert sites[1] == six, "that of a loop stands behind it"
    assert sites[2] == six, "a name has a place"
    assert sites[3] == nine, "the library's own is passed over"
    assert body["bb2"].operations[0].site == nine, "of a function and the place that it is called from, the function"
