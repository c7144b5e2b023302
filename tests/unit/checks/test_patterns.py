"""Patterns of wrong values: each is named by what it shows, and by nothing less."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from grader.checks.output import OutputCheck
from grader.model.assignment import Case, Exercise, Launch
from grader.model.evidence import Ending, ExerciseEvidence, Outcome, Reference, Run
from grader.model.pictures import WhereWrong
from grader.model.text import Text
from grader.model.values import Array, Value
from grader.model.verdict import Finding, Status
from grader.ports import Seen

Values = np.ndarray[Any, Any]

TEXT = Text(bn="ক", en="a")
RNG = np.random.default_rng(3)
N = 1000
LINE = (2 * RNG.integers(2048, 4096, N) + 1).astype(np.float32)
INPUT = RNG.normal(size=N).astype(np.float32)
MATRIX = (2 * RNG.integers(2048, 4096, (20, 50)) + 1).astype(np.float32)
SQUARE = MATRIX[:, :20].copy()
POISON = RNG.uniform(2**20, 2**21, N).astype(np.float32)
NAN = (np.arange(N, dtype=np.uint32) | np.uint32(0x7FC00000)).view(np.float32)
I = np.arange(N)  # noqa: E741 - an index


def array(values: Values) -> Array:
    return Array(dtype=values.dtype.name, shape=values.shape, data=np.ascontiguousarray(values).tobytes())


def run(got: Values, *, turn: int = 0, case: str = "a", poison: Values | None = None) -> Run:
    inputs: dict[str, Value] = {"a": array(INPUT)}
    return Run(
        case=Case(id=case, params={}),
        seed=0,
        turn=turn,
        outcome=Outcome(ending=Ending.RETURNED),
        inputs=inputs if poison is None else {**inputs, "c": array(poison)},
        outputs={"c": array(got)},
    )


def judge(*runs: tuple[Run, Values], threads: int = 0, unit: Values | None = None, **options: Any) -> list[Finding]:
    units: dict[str, Value] = {} if unit is None else {"c.unit": array(unit)}
    launch = Launch(threads=threads, over="n") if threads else None
    seen = Seen(
        exercise=Exercise(id="e", title=TEXT, statement=TEXT, language="numba_cuda", checks=(), launch=launch),
        evidence=ExerciseEvidence(
            exercise="e", load=Outcome(ending=Ending.RETURNED), runs=tuple(each for each, _ in runs)
        ),
        reference=Reference(exercise="e", expected=tuple({"c": array(want), **units} for _, want in runs)),
        device="virtual",
        can_time=False,
    )
    return list(OutputCheck(**options).judge(seen))


def named(got: Values, want: Values, *, threads: int = 0) -> Finding:
    (finding,) = judge((run(got.astype(want.dtype)), want), threads=threads)
    assert finding.status is Status.FAIL
    return finding


def spoilt(places: Values, want: Values = LINE, by: float = 2.0) -> Values:
    """The right result with wrong numbers at some places, of which no two are wrong by the same factor."""
    noise = RNG.integers(3, 99, want.shape).astype(want.dtype)
    return np.where(places, want + by * noise, want).astype(want.dtype)


def bordered(width: int) -> Values:
    inside = np.zeros(MATRIX.shape, bool)
    inside[width:-width, width:-width] = True
    return ~inside


def rounded(values: Values, bits: int) -> Values:
    """Values with fewer significant bits, as bfloat16 (8) and TF32 (11) have them."""
    mantissa, exponent = np.frexp(values.astype(np.float64))
    return np.asarray(np.ldexp(np.rint(mantissa * 2**bits) / 2**bits, exponent))


def half_of_the_blocks() -> Values:
    return np.asarray((I // 128) % 3 == 1)


@pytest.mark.parametrize(
    ("places", "code", "params"),
    [
        (I == 0, "output.first-wrong", {"index": "[0]"}),
        (I == 999, "output.last-wrong", {"index": "[999]"}),
        (I < 77, "output.head-wrong", {"wrong": 77}),
        (I >= 900, "output.tail-wrong", {"wrong": 100, "index": "[900]"}),
        ((I == 0) | (I == 999), "output.border", {"wrong": 2}),
        ((I < 2) | (I > 997), "output.border", {"wrong": 4}),
        (I >= 256, "output.first-block-only", {"block": 256}),
        (I % 3 == 1, "output.every-kth-wrong", {"step": 3, "start": "[1]"}),
        (I % 5 != 2, "output.every-kth-only", {"step": 5, "start": "[2]"}),
        (I % 128 == 127, "output.one-per-block-wrong", {"block": 128, "thread": 127}),
        (I % 64 != 0, "output.one-per-block-only", {"block": 64, "thread": 0}),
        ((I % 128 == 0) | (I % 128 == 127), "output.block-edges", {"block": 128}),
        (((I % 128 == 0) | (I % 128 == 127)) & (I > 0) & (I < 999), "output.block-edges", {"block": 128}),
        ((I % 128 < 2) | (I % 128 > 125), "output.block-edges", {"block": 128}),
        (I % 64 >= 40, "output.block-periodic", {"block": 64, "each": 24}),
        (half_of_the_blocks(), "output.whole-blocks", {"block": 128, "blocks": 8, "bad_blocks": 3, "first_block": 1}),
        (np.isin(I, [3, 77, 78, 500]), "output.wrong-values", {"wrong": 4, "index": "[3]"}),
        (RNG.random(N) < 0.5, "output.wrong-values", {}),
        (I >= 0, "output.wrong-values", {"wrong": 1000}),
    ],
)
def test_places_of_a_line(places: Values, code: str, params: dict[str, object]) -> None:
    finding = named(spoilt(places), LINE)
    assert finding.code == code
    assert finding.params.items() >= {"name": "c", "total": N, **params}.items()
    assert set(finding.params) >= {"wrong", "index", "expected", "got"}, "what a known mistake's message may show"


@pytest.mark.parametrize(
    ("places", "want", "code"),
    [
        (bordered(1), MATRIX, "output.border"),
        (bordered(1) & (np.arange(50) > 0), MATRIX, "output.border"),
        (bordered(2), MATRIX, "output.wrong-values"),
        (np.eye(20, 50) > 0, MATRIX, "output.diagonal-wrong"),
        (np.eye(20) > 0, SQUARE, "output.diagonal-wrong"),
        (np.eye(20, 50, 1) > 0, MATRIX, "output.wrong-values"),
    ],
)
def test_places_of_a_matrix(places: Values, want: Values, code: str) -> None:
    assert named(spoilt(places, want), want).code == code


def test_a_corner_that_alone_was_written() -> None:
    poison = np.full(MATRIX.shape, 3e6, np.float32) + np.arange(50, dtype=np.float32)
    got = poison.copy()
    got[:, :16] = MATRIX[:, :16]
    (finding,) = judge((run(got, poison=poison), MATRIX))
    assert (finding.code, finding.params["part"], finding.params["whole"]) == (
        "output.corner-only", "(20, 16)", "(20, 50)"
    )  # fmt: skip


@pytest.mark.parametrize(
    ("threads", "code"), [(0, "output.tail-unwritten"), (512, "output.tail-unwritten"), (128, "output.head-only")]
)
def test_more_than_a_block_that_was_not_written_is_no_remainder_of_a_division(threads: int, code: str) -> None:
    got = np.where(I < 768, LINE, POISON)
    (launched,) = judge((run(got, poison=POISON), LINE), threads=threads)
    told: Value = {"each": [{"grid": [3, 1, 1], "block": [threads, 1, 1]}]}
    (claimed,) = judge((replace(run(got, poison=POISON), claims={"launches": told}), LINE))
    assert launched.code == claimed.code == code


@pytest.mark.parametrize("threads", [100, 256])
def test_a_known_launch_says_what_a_block_is(threads: int) -> None:
    assert named(spoilt(I % 100 == 99), LINE, threads=threads).code == (
        "output.one-per-block-wrong" if threads == 100 else "output.every-kth-wrong"
    )


@pytest.mark.parametrize(
    ("got", "want", "code", "params"),
    [
        (MATRIX.T.reshape(20, 50), MATRIX, "output.transposed", {"shape": "(20, 50)"}),
        (SQUARE.T, SQUARE, "output.transposed", {}),
        (LINE[::-1], LINE, "output.reversed", {}),
        (np.roll(LINE, 1), LINE, "output.shifted", {"by": 1}),
        (np.roll(LINE, 7), LINE, "output.permuted", {}),
        (np.concatenate([LINE[500:], LINE[:500]]), LINE, "output.permuted", {}),
        (INPUT, LINE, "output.input-copied", {"input": "a"}),
        (np.full(N, 7.0), LINE, "output.constant", {"value": "7"}),
        (np.zeros(N), LINE, "output.zeros", {"wrong": 1000}),
        (np.where(RNG.random(N) < 0.5, LINE, 0), LINE, "output.zeros", {}),
        (LINE * 2, LINE, "output.scaled", {"factor": 2.0}),
        (np.trunc(INPUT * 10), INPUT * 10, "output.truncated", {}),
        (np.floor(INPUT * 10), INPUT * 10, "output.truncated", {}),
        (LINE.astype(np.float16), LINE, "output.low-precision", {}),
        (rounded(LINE, 8), LINE, "output.low-precision", {}),
        (rounded(LINE / 3, 8), LINE / 3, "output.low-precision", {}),
        (np.zeros(N), np.arange(N, dtype=np.float32), "output.zeros", {"wrong": N - 1}),
        (INPUT.astype(np.float16), INPUT * np.float32(1), "output.low-precision", {}),
        (np.where(I == 500, np.inf, LINE), LINE, "output.not-finite", {"bad": 1}),
    ],
)  # fmt: skip
def test_relations_of_values(got: Values, want: Values, code: str, params: dict[str, object]) -> None:
    finding = named(got, want)
    assert finding.code == code
    assert finding.params.items() >= params.items()


BIG = np.arange(N, dtype=np.int64) * 20_000_000


@pytest.mark.parametrize(
    ("got", "code"),
    [
        (BIG.astype(np.int32), "output.int32-overflow"),
        (BIG.astype(np.uint32), "output.int32-overflow"),
        (np.where(I == 500, 7, BIG.astype(np.int32)), "output.tail-wrong"),
        (BIG + 2**32, "output.wrong-values"),
    ],
)
def test_whole_numbers_that_lost_their_upper_bits(got: Values, code: str) -> None:
    assert named(got, BIG).code == code


@pytest.mark.parametrize("bits", [8, 11])
def test_products_of_rounded_inputs_are_told_from_other_mistakes(bits: int) -> None:
    left, right = RNG.integers(2048, 4096, (16, 64)) * 2 + 1, RNG.choice([-1, 0, 1], (64, 16))
    want = (left @ right).astype(np.float32)
    assert named((rounded(left, bits) @ right).astype(np.float32), want).code == "output.low-precision"
    assert named((left[:, :-1] @ right[:-1]).astype(np.float32), want).code == "output.wrong-values"


@pytest.mark.parametrize(
    ("off", "code"),
    [
        (2e-4 * RNG.choice([-1, 1], N), "output.low-precision"),
        (2e-4 * np.ones(N), "output.wrong-values"),
        (2e-3 * RNG.choice([-1, 1], N), "output.wrong-values"),
    ],
    ids=["either side", "one side", "too far"],
)
def test_only_errors_to_either_side_are_those_of_low_precision(off: Values, code: str) -> None:
    want, unit = INPUT.astype(np.float64), np.ones(N)
    (finding,) = judge((run((want + off).astype(np.float32)), want), unit=unit)
    assert finding.code == code


def test_the_same_few_values_elsewhere_are_no_permutation() -> None:
    few = RNG.choice([-1.0, 0.0, 1.0], N)
    got = RNG.permutation(few)
    assert named(got, few).code == "output.wrong-values"


def written(name: str, block: int, thread: int) -> dict[str, Value]:
    """What a box tells of the indices that a launch of 10 blocks of 100 threads has written."""
    return {
        "name": name, "grid": [10, 1, 1], "threads": [100, 1, 1], "block": [block, 0, 0], "thread": [thread, 0, 0],
        "offset": 0, "at": ["a.py", 6, None],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ([written("c", 0, 1)], "cuda.index-formula"),
        ([written("c", 100, 1)], "output.head-only"),
        ([written("other", 0, 1)], "output.head-only"),
        ("x", "output.head-only"),
    ],
    ids=["wrong", "right", "another array", "odd"],
)
def test_the_formula_of_an_index_that_cannot_be_right_goes_before_its_effects(told: Value, code: str) -> None:
    got = np.where(I < 100, LINE, POISON)
    (finding,) = judge((replace(run(got, poison=POISON), claims={"indices": told}), LINE))
    assert finding.code == code
    if code == "cuda.index-formula":
        expected = {"name": "c", "got": "threadIdx.x", "right": "100 * blockIdx.x + threadIdx.x", "where": "a.py:6"}
        assert finding.params.items() >= expected.items()


@pytest.mark.parametrize("poison", [POISON, NAN])
def test_what_was_added_to_the_poison_is_named_by_the_turn_that_shows_it(poison: Values) -> None:
    other = NAN if poison is POISON else POISON
    for left_out in (0, 1, 100):
        turns = []
        for turn, each in enumerate((poison, other)):
            got = LINE + each
            got[N - left_out :] = each[N - left_out :]
            turns.append((run(got, turn=turn, poison=each), LINE))
        (finding,) = judge(*turns)
        assert finding.code == "output.accumulated"


def test_what_only_one_turn_shows_is_not_claimed() -> None:
    # What is computed from a NaN is that NaN, as if it had never been written.
    turns = [run(3 * each, turn=turn, poison=each) for turn, each in enumerate((NAN, POISON))]
    (finding,) = judge(*((each, LINE) for each in turns))
    assert finding.code == "output.not-repeatable"


def test_a_case_that_is_right_in_one_turn_only_is_not_repeatable() -> None:
    other = spoilt(np.isin(I, [5, 700]))
    for turns in ((LINE, other), (other, LINE)):
        (finding,) = judge(*((run(got, turn=turn), LINE) for turn, got in enumerate(turns)))
        assert finding.code == "output.not-repeatable"
        assert finding.params.items() >= {"name": "c", "index": "[5]", "differ": 2, "total": N}.items()
        assert (finding.params["first"], finding.params["second"]) == (f"{turns[0][5]:g}", f"{turns[1][5]:g}")
        assert isinstance(finding.picture, WhereWrong)
        assert (finding.picture.wrong, np.flatnonzero(np.concatenate(finding.picture.cells)).tolist()) == (2, [5, 700])


def test_a_case_that_is_wrong_in_two_ways_is_not_repeatable() -> None:
    turns = (spoilt(RNG.random(N) < 0.5) for _ in range(2))
    (finding,) = judge(*((run(got, turn=turn), LINE) for turn, got in enumerate(turns)))
    assert finding.code == "output.not-repeatable"


def test_poison_that_nobody_touched_is_no_sign_of_a_race() -> None:
    holes = RNG.random(N) < 0.3
    turns = ((np.where(holes, poison, LINE), poison) for poison in (POISON, NAN))
    (finding,) = judge(*((run(got, turn=turn, poison=poison), LINE) for turn, (got, poison) in enumerate(turns)))
    assert finding.code == "output.holes"


def test_the_same_wrong_values_twice_are_repeatable() -> None:
    got = spoilt(RNG.random(N) < 0.5)
    (finding,) = judge((run(got), LINE), (run(got, turn=1), LINE))
    assert finding.code == "output.wrong-values"


def test_the_answer_of_an_earlier_case() -> None:
    findings = judge((run(LINE), LINE), (run(LINE, case="b"), LINE + np.float32(10)))
    assert [(each.status, each.code) for each in findings] == [
        (Status.PASS, ""), (Status.FAIL, "output.previous-answer")
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("sizes", "threads", "code"),
    [
        ({256: True, 512: True, 300: False, 257: False}, 0, "output.multiples-only"),
        ({250: True, 500: True, 300: False, 257: False}, 125, "output.multiples-only"),
        ({256: True, 300: False}, 0, "output.wrong-values"),
        ({256: False, 300: False, 257: False}, 0, "output.wrong-values"),
        ({250: True, 300: False, 257: False}, 0, "output.wrong-values"),
        ({256: True, 512: False, 300: False}, 0, "output.wrong-values"),
    ],
    ids=["multiples", "of the launch", "one size", "all", "no block", "a multiple too"],
)
def test_sizes_that_are_right(sizes: dict[int, bool], threads: int, code: str) -> None:
    cases = [
        (run(LINE[:n] if right else spoilt(RNG.random(n) < 0.5, LINE[:n]), case=str(n)), LINE[:n])
        for n, right in sizes.items()
    ]
    failed = [each for each in judge(*cases, threads=threads) if each.status is Status.FAIL]
    assert {each.code for each in failed} == {code}
    assert len(failed) == list(sizes.values()).count(False)


def test_a_case_that_shows_a_cause_is_told_before_one_that_shows_none() -> None:
    vague, clear = spoilt(RNG.random(N) < 0.5), spoilt(I >= 256)
    findings = judge((run(vague), LINE), (run(clear, case="b"), LINE))
    assert [each.code for each in findings] == ["output.first-block-only", "output.wrong-values"]
