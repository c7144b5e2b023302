"""Memory of the card: what a call holds, what it leaves, and when nothing can be said."""

from typing import Any

import pytest

from grader.checks.memory import MemoryCheck
from grader.model.assignment import Case, Exercise, Launch
from grader.model.evidence import Ending, ExerciseEvidence, Outcome, Reference, Run
from grader.model.text import Text
from grader.model.values import Array, Value
from grader.model.verdict import Finding, Status
from grader.ports import Seen

TEXT = Text(bn="ক", en="a")
KB = 1000
GIVEN = Array(dtype="uint8", shape=(KB,), data=bytes(KB))


def use(most: Value = 8 * KB, left: Value = 0, refused_frees: Value = 0) -> dict[str, Value]:
    return {"most": most, "left": left, "refused_frees": refused_frees}


def run(claim: Value, *, turn: int = 0, steps: int = 1, ending: Ending = Ending.RETURNED) -> Run:
    case = Case(id=f"steps={steps}", params={"steps": steps})
    claims: dict[str, Value] = {} if claim is None else {"memory": claim}
    return Run(case=case, seed=0, turn=turn, outcome=Outcome(ending=ending), inputs={"a": GIVEN}, claims=claims)


def judge(*runs: Run, language: str = "numba_cuda", launch: bool = False, **options: Any) -> list[Finding]:
    seen = Seen(
        exercise=Exercise(
            id="e", title=TEXT, statement=TEXT, language=language, checks=(),
            launch=Launch(threads=1, over="steps") if launch else None,
        ),
        evidence=ExerciseEvidence(exercise="e", load=Outcome(ending=Ending.RETURNED), runs=runs),
        reference=Reference(exercise="e", expected=({},) * len(runs)),
        device="virtual",
        can_time=False,
    )  # fmt: skip
    return list(MemoryCheck(**options).judge(seen))


def codes(findings: list[Finding]) -> list[tuple[Status, str]]:
    return [(each.status, each.code) for each in findings]


PASSED = (Status.PASS, "")
UNSEEN = (Status.DEFER, "mem.not-seen")


def test_a_call_may_hold_so_much_at_a_time() -> None:
    assert codes(judge(run(use()), at_most=8 * KB)) == [PASSED]
    (finding,) = judge(run(use(most=16 * KB)), at_most=8 * KB)
    assert (finding.status, finding.code, finding.case) == (Status.FAIL, "mem.too-much", "steps=1")
    assert finding.params == {"got": 0.016, "limit": 0.008, "ratio": 2.0}


def test_what_a_second_call_with_the_same_arguments_leaves_is_a_leak() -> None:
    first, second = run(use(left=50 * KB)), run(use(left=50 * KB), turn=1)
    assert codes(judge(first, second, grows_at_most=0)) == [PASSED, PASSED]
    findings = judge(first, run(use(left=51 * KB), turn=1), grows_at_most=0)
    assert codes(findings) == [PASSED, PASSED, (Status.FAIL, "mem.leak")]
    assert findings[-1].params == {"grown": 0.001}
    assert codes(judge(first, run(use(left=51 * KB), turn=1), grows_at_most=KB)) == [PASSED, PASSED]
    # Another case may keep more: its arguments lie on the card.
    assert codes(judge(first, second, run(use(left=90 * KB)), grows_at_most=0)) == [PASSED] * 3


def test_a_step_may_add_so_much_to_the_most() -> None:
    options: dict[str, Any] = {"grows_at_most": 0, "per": "steps"}
    even = [run(use(most=8 * KB), steps=steps) for steps in (12, 4, 20)]
    assert codes(judge(*even, **options)) == [PASSED] * 3
    growing = [run(use(most=steps * KB), steps=steps) for steps in (12, 4)]
    findings = judge(*growing, **options)
    assert codes(findings) == [PASSED, PASSED, (Status.FAIL, "mem.grows-per-step")]
    assert findings[-1].params == {"grown": 0.001, "most": 0.012, "steps": 12}
    assert codes(judge(*growing, grows_at_most=KB, per="steps")) == [PASSED, PASSED]
    with pytest.raises(ValueError, match="no two values of steps"):
        judge(run(use()), run(use(), turn=1), **options)


def test_memory_that_is_freed_in_vain_fails_whatever_the_limits_are() -> None:
    (finding,) = judge(run(use(refused_frees=2)), at_most=8 * KB)
    assert (finding.status, finding.code, finding.params) == (Status.FAIL, "mem.double-free", {"count": 2})


@pytest.mark.parametrize(
    "claim",
    [None, 7, {}, use(most="8"), use(most=True), use(most=-1), use(left=1.5), use(most=10**16), {"most": 1, "left": 1}],
)
def test_a_missing_or_odd_claim_leaves_the_points_open(claim: Value) -> None:
    assert codes(judge(run(claim), at_most=10**15)) == [UNSEEN]
    assert UNSEEN in codes(judge(run(use()), run(claim, turn=1), grows_at_most=0))
    assert Status.FAIL not in [each.status for each in judge(run(use()), run(claim, turn=1), grows_at_most=0)]


def test_less_than_the_arguments_take_is_an_odd_claim() -> None:
    little = run(use(most=KB - 1))
    assert codes(judge(little, at_most=KB)) == [PASSED]
    assert codes(judge(little, at_most=KB, launch=True)) == [UNSEEN]
    assert codes(judge(little, at_most=KB, language="pytorch")) == [UNSEEN]
    assert codes(judge(run(use(most=KB)), at_most=KB, language="pytorch")) == [PASSED]


def test_one_call_tells_of_no_leak_and_one_that_failed_is_told_as_it_ended() -> None:
    assert codes(judge(run(use()), grows_at_most=0)) == [PASSED, UNSEEN]
    assert judge(run(None, ending=Ending.TIMEOUT), at_most=1)[0].code == "run.timeout"


def test_an_author_s_slips_are_told() -> None:
    with pytest.raises(ValueError, match="at_most, grows_at_most"):
        MemoryCheck()
    with pytest.raises(ValueError, match=r"^per: expected grows_at_most"):
        MemoryCheck(at_most=1, per="steps")
