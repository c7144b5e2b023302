"""Properties of scores, deductions, attempts, needs and drawn numbers, over all that hypothesis can think of."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any, ClassVar

from hypothesis import assume, example, given, settings
from hypothesis import strategies as some

from grader.grading.attempts import counting
from grader.grading.judging import judge
from grader.grading.personal import drawn, personal
from grader.grading.scoring import days_late, deduction, lateness, partial, score
from grader.model.assignment import Assignment, Attempts, Case, CheckSpec, Exercise, Late
from grader.model.evidence import Ending, Evidence, ExerciseEvidence, Outcome, Probe, Reference, Run
from grader.model.report import Report
from grader.model.submission import Note, Submission
from grader.model.text import Text
from grader.model.values import Scalar
from grader.model.verdict import Finding, Score, Status, Verdict
from grader.ports import Check, Seen

# The same examples at every run; a slow machine is no failure.
FIXED = settings(derandomize=True, database=None, deadline=None)

NOTHING = Text(bn="-", en="-")
DUE = datetime(2026, 12, 15, 17, 59, tzinfo=UTC)
SHARES = some.decimals(0, 1, places=4)
POINTS = some.decimals("0.001", 100, places=3)
LATE = some.builds(
    Late, per_day=some.decimals("0.01", 1, places=2), at_most_days=some.none() | some.integers(min_value=1, max_value=9)
)
MOMENTS = some.datetimes(datetime(2026, 12, 1), datetime(2027, 1, 15), timezones=some.just(UTC))  # noqa: DTZ001 - hypothesis adds the zone


@some.composite
def verdicts(draw: some.DrawFn) -> Verdict:
    points, status = draw(POINTS), draw(some.sampled_from(Status))
    awarded = points if status is Status.PASS else partial(points, draw(SHARES))
    finding = Finding(status=status)
    return Verdict(exercise="e", check="c", kind="k", points=points, awarded=awarded, finding=finding)


SCORES = some.builds(score, some.lists(verdicts(), max_size=6), SHARES)


def report(number: int, scored: Score | None, problem: str = "") -> Report:
    return Report(
        student="mina", assignment="a", file="a.py", submission_digest="", assignment_digest="", graded_at="",
        seconds=0.0, device="virtual", sandbox="local", isolation="E", machine={}, verdicts=(), score=scored,
        problem=Note(code=problem) if problem else None, attempt=number, attempts=number,
    )  # fmt: skip


UNREAD = some.sampled_from(["intake.empty", "machine.fault"])
REPORTS = some.lists(SCORES | UNREAD, min_size=1, max_size=6).map(
    lambda found: [
        report(number, None, each) if isinstance(each, str) else report(number, each)
        for number, each in enumerate(found, start=1)
    ]
)


def assignment(*checks: CheckSpec, cases: tuple[Case, ...] = (), **rest: Any) -> Assignment:
    exercise = Exercise(id="e", title=NOTHING, statement=NOTHING, language="toy", checks=checks, cases=cases)
    folder = Path("/course")
    return Assignment(
        id="a", title=NOTHING, statement=NOTHING, folder=folder, submit=("a.py",), starter=folder, reference=folder,
        exercises=(exercise,), **rest,
    )  # fmt: skip


# Scores.


@FIXED
@given(some.lists(verdicts(), max_size=8), SHARES)
@example([], Decimal(1))
def test_points_are_between_nothing_and_all(found: list[Verdict], late: Decimal) -> None:
    got = score(found, late)
    assert 0 <= got.awarded <= got.earned <= got.possible
    assert got.earned + got.open <= got.possible
    assert got.awarded <= got.ceiling <= got.possible
    assert got.possible == sum((verdict.points for verdict in found), Decimal(0))
    assert got.awarded + got.deducted == got.earned


@FIXED
@given(some.lists(verdicts(), max_size=8))
def test_who_is_in_time_keeps_all(found: list[Verdict]) -> None:
    got = score(found)
    assert got.awarded == got.earned == sum((verdict.awarded for verdict in found), Decimal(0))
    assert got.deducted == 0
    lost = sum((verdict.points - verdict.awarded for verdict in found if not verdict.status.is_open), Decimal(0))
    assert got.earned + got.open + lost == got.possible


@FIXED
@given(some.lists(verdicts(), max_size=8), SHARES, SHARES)
def test_who_loses_more_keeps_no_more(found: list[Verdict], one: Decimal, other: Decimal) -> None:
    least, most = sorted((one, other))
    assert score(found, most).awarded <= score(found, least).awarded
    assert score(found, Decimal(1)).awarded == 0


@FIXED
@given(some.lists(verdicts(), max_size=8), SHARES)
def test_an_open_point_costs_nothing_until_it_is_closed(found: list[Verdict], late: Decimal) -> None:
    closed = [
        replace(verdict, awarded=verdict.points, finding=Finding(status=Status.PASS))
        if verdict.status.is_open
        else verdict
        for verdict in found
    ]
    assert score(found, late).ceiling == score(closed, late).awarded
    assert score(closed, late).final


def test_where_nothing_can_be_earned_nothing_is_open() -> None:
    untimed = Verdict(
        exercise="e", check="c", kind="k", points=Decimal(2), awarded=Decimal(0), finding=Finding(status=Status.DEFER)
    )
    assert [score([untimed], Decimal(late)).final for late in ("0.9", "1")] == [False, True]


@FIXED
@given(POINTS, SHARES)
@example(Decimal("0.125"), Decimal(1))
@example(Decimal("0.005"), Decimal("0.5"))
def test_a_share_of_a_line_is_rounded_and_never_more_than_the_line(points: Decimal, share: Decimal) -> None:
    got = partial(points, share)
    assert 0 <= got <= points
    assert got == points or abs(got - points * share) <= Decimal("0.005")


@FIXED
@given(POINTS, some.decimals(-5, 5, places=2))
def test_a_check_cannot_give_more_than_all_or_less_than_nothing(points: Decimal, share: Decimal) -> None:
    assert 0 <= partial(points, share) <= points


def test_halves_are_rounded_to_the_even_neighbour() -> None:
    assert [partial(Decimal(1), Decimal(share)) for share in ("0.005", "0.015", "0.025")] == [
        Decimal("0.00"), Decimal("0.02"), Decimal("0.02"),
    ]  # fmt: skip


# Being late.


@FIXED
@given(MOMENTS, MOMENTS)
def test_a_day_that_has_begun_counts(submitted: datetime, due: datetime) -> None:
    days = days_late(submitted, due)
    assert days >= 0
    assert submitted <= due + timedelta(days=days)
    assert days == 0 or submitted > due + timedelta(days=days - 1)


def test_the_due_moment_itself_is_in_time() -> None:
    second, day = timedelta(seconds=1), timedelta(days=1)
    moments = (DUE - second, DUE, DUE + second, DUE + day, DUE + day + second)
    assert [days_late(moment, DUE) for moment in moments] == [0, 0, 1, 1, 2]


@FIXED
@given(some.integers(0, 20), some.integers(0, 20), some.none() | LATE)
def test_more_days_never_cost_less(one: int, other: int, late: Late | None) -> None:
    fewer, more = sorted((one, other))
    assert 0 <= deduction(fewer, late) <= deduction(more, late) <= 1
    assert deduction(0, late) == 0


def test_what_a_day_costs() -> None:
    late = Late(per_day=Decimal("0.1"), at_most_days=3)
    assert [deduction(days, late) for days in range(5)] == [0, Decimal("0.1"), Decimal("0.2"), Decimal("0.3"), 1]
    assert deduction(11, Late(per_day=Decimal("0.1"))) == 1
    assert deduction(99, None) == 0


@FIXED
@given(some.lists(verdicts(), max_size=6), MOMENTS, some.floats(0, 30), some.none() | LATE)
def test_an_extension_never_lowers_a_score(
    found: list[Verdict], submitted: datetime, days: float, late: Late | None
) -> None:
    plain = assignment(due=DUE, late=late)
    costs, _ = lateness(submitted.isoformat(), personal(plain, "mina"))
    less, _ = lateness(submitted.isoformat(), personal(plain, "mina", days))
    assert less <= costs
    assert score(found, less).awarded >= score(found, costs).awarded


def test_an_extension_makes_it_due_later_by_its_days() -> None:
    own = personal(assignment(due=DUE), "mina", 1.5)
    assert own.due == DUE + timedelta(hours=36)
    assert personal(assignment(), "mina", 1.5).due is None


def test_a_student_is_told_what_being_late_has_cost() -> None:
    late = Late(per_day=Decimal("0.1"), at_most_days=3)
    at = {days: (DUE + timedelta(days=days)).isoformat() for days in (0, 2, 4)}
    told = {days: lateness(text, assignment(due=DUE, late=late))[1] for days, text in at.items()}
    assert [[note.code for note in notes] for notes in told.values()] == [[], ["score.late"], ["score.too-late"]]
    assert told[2][0].params == {
        "days": 2, "due": DUE.isoformat(), "at": at[2], "per_day": Decimal("0.1"), "share": Decimal("0.2"),
    }  # fmt: skip
    assert [note.code for note in lateness(at[4], assignment(due=DUE))[1]] == ["score.late-noted"]
    assert lateness("", assignment(due=DUE, late=late)) == (Decimal(0), ())
    assert lateness(at[4], assignment(late=late)) == (Decimal(0), ())


# Attempts.


@FIXED
@given(REPORTS, some.none() | some.integers(1, 6), some.sampled_from(["best", "last"]), some.randoms())
def test_the_order_in_which_attempts_come_does_not_matter(
    reports: list[Report], limit: int | None, counts: Any, chance: Any
) -> None:
    shuffled = list(reports)
    chance.shuffle(shuffled)
    rule = Attempts(limit=limit, counts=counts)
    assert counting(shuffled, rule) == counting(reports, rule)


@FIXED
@given(some.lists(SCORES, min_size=1, max_size=6))
def test_the_best_attempt_is_as_good_as_each_and_the_later_of_equals(scores: list[Score]) -> None:
    chosen = counting([report(number, each) for number, each in enumerate(scores, start=1)], Attempts())
    assert chosen.score is not None
    assert chosen.score.awarded == max(each.awarded for each in scores)
    assert all(each.awarded < chosen.score.awarded for each in scores[chosen.attempt :])


@FIXED
@given(some.lists(SCORES, min_size=1, max_size=6))
def test_a_published_best_cannot_be_overtaken(scores: list[Score]) -> None:
    chosen = counting([report(number, each) for number, each in enumerate(scores, start=1)], Attempts())
    assert chosen.score is not None
    if chosen.score.final:
        assert all(each.ceiling <= chosen.score.awarded for each in scores)


@FIXED
@given(some.lists(SCORES, min_size=1, max_size=6), SCORES)
def test_a_further_attempt_never_lowers_the_best(scores: list[Score], more: Score) -> None:
    reports = [report(number, each) for number, each in enumerate(scores, start=1)]
    before, after = counting(reports, Attempts()), counting([*reports, report(9, more)], Attempts())
    assert before.score is not None
    assert after.score is not None
    assert after.score.awarded >= before.score.awarded


@FIXED
@given(REPORTS, some.integers(1, 6), some.sampled_from(["best", "last"]))
def test_what_comes_after_the_limit_does_not_count(reports: list[Report], limit: int, counts: Any) -> None:
    rule = Attempts(limit=limit, counts=counts)
    chosen = counting(reports, rule)
    assert chosen.attempt <= limit
    assert replace(chosen, terms=()) == replace(counting(reports[:limit], rule), terms=())


@FIXED
@given(REPORTS, some.sampled_from(["best", "last"]))
def test_a_fault_of_ours_is_never_passed_over_for_less(reports: list[Report], counts: Any) -> None:
    chosen = counting(reports, Attempts(counts=counts))
    faults = [each for each in reports if each.problem and each.problem.code == "machine.fault"]
    if counts == "best" and chosen.score and faults:
        assert chosen.score.awarded == chosen.score.possible
    if counts == "last":
        readable = [each for each in reports if not each.problem or each in faults] or reports
        assert chosen.attempt == readable[-1].attempt


def test_a_student_is_told_which_attempt_counts_and_what_was_not_graded() -> None:
    full, half = (
        Score(earned=Decimal(2), open=Decimal(0), possible=Decimal(2)),
        Score(earned=Decimal(1), open=Decimal(1), possible=Decimal(2)),
    )
    reports = [replace(report(number, each), attempts=4) for number, each in ((1, half), (2, full), (3, half))]
    best, last = counting(reports, Attempts(limit=3)), counting(reports, Attempts(counts="last"))
    assert [(note.code, dict(note.params)) for note in best.terms] == [
        ("score.best-attempt", {"attempt": 2, "graded": 3}), ("score.attempts-over", {"limit": 3, "left": 1}),
    ]  # fmt: skip
    assert [(note.code, dict(note.params)) for note in last.terms] == [
        ("score.last-attempt", {"attempt": 3, "graded": 3})
    ]
    assert counting([report(1, full)], Attempts(limit=1)).terms == ()


def test_a_best_that_may_be_overtaken_is_not_final_and_says_so() -> None:
    sure = Score(earned=Decimal(6), open=Decimal(0), possible=Decimal(10))
    rival = Score(earned=Decimal(5), open=Decimal(4), possible=Decimal(10))
    chosen = counting([report(1, sure), report(2, rival)], Attempts())
    assert chosen.score == replace(sure, settled=False)
    assert not chosen.score.final
    assert chosen.terms[-1].code == "score.attempt-open"
    # Nor does it help that the best has open points itself.
    both = counting([report(1, replace(sure, open=Decimal(4))), report(2, rival)], Attempts())
    assert both.score is not None
    assert not both.score.settled
    assert [note.code for note in both.terms] == ["score.best-attempt"]
    # Late enough, the rival could not get past it.
    late = counting([report(1, sure), report(2, replace(rival, late=Decimal("0.5")))], Attempts())
    assert late.score == sure


# Needs.


class FixedCheck:
    """Concludes what it was told to."""

    probes: ClassVar[frozenset[Probe]] = frozenset()

    def __init__(self, status: Status) -> None:
        self._status = status

    def judge(self, seen: Seen) -> Iterable[Finding]:  # noqa: ARG002 - a Protocol
        yield Finding(status=self._status)


@some.composite
def rubrics(draw: some.DrawFn) -> tuple[tuple[CheckSpec, ...], Mapping[str, Status]]:
    """Return lines without a circle, in any order, and what each would conclude if it were judged alone."""
    count = draw(some.integers(1, 7))
    lines = []
    for number in range(count):
        needs = draw(some.sets(some.integers(0, number - 1))) if number else set()
        lines.append(CheckSpec(id=f"c{number}", kind="k", points=draw(POINTS), needs=tuple(f"c{n}" for n in needs)))
    statuses = {line.id: draw(some.sampled_from(Status)) for line in lines}
    return tuple(draw(some.permutations(lines))), statuses


def judged(lines: Sequence[CheckSpec], alone: Mapping[str, Status]) -> Mapping[str, Verdict]:
    made: Callable[[CheckSpec], Check] = lambda spec: FixedCheck(alone[spec.id])  # noqa: E731 - typed
    run = Run(case=Case(id="n=1", params={}), seed=1, outcome=Outcome(ending=Ending.RETURNED))
    seen = ExerciseEvidence(exercise="e", load=Outcome(ending=Ending.RETURNED), runs=(run,))
    evidence = Evidence(
        student="mina", assignment="a", assignment_digest="", submission_digest="", graded_at="", seconds=0.0,
        device="virtual", can_time=False, sandbox="local", isolation="E", machine={}, exercises=(seen,),
    )  # fmt: skip
    submission = Submission(student="mina", assignment="a", file="a.py", format="py", digest="", cells=())
    found = judge(submission, assignment(*lines), evidence, (Reference(exercise="e", expected=()),), made)
    return {verdict.check: verdict for verdict in found}


def above(line: CheckSpec, lines: Mapping[str, CheckSpec]) -> set[str]:
    """Return every line that one needs, those included that its needs need."""
    return set(line.needs) | {name for need in line.needs for name in above(lines[need], lines)}


@FIXED
@given(rubrics())
def test_needs_are_kept_in_any_order_of_the_lines(rubric: tuple[tuple[CheckSpec, ...], Mapping[str, Status]]) -> None:
    lines, alone = rubric
    found, known = judged(lines, alone), {line.id: line for line in lines}
    assert list(found) == [line.id for line in lines]
    assert sum((verdict.points for verdict in found.values()), Decimal(0)) == sum(line.points for line in lines)
    for line in lines:
        statuses = [found[name].status for name in above(line, known)]
        if all(status is Status.PASS for status in statuses):
            assert found[line.id].status is alone[line.id]
        else:
            assert found[line.id].status is not Status.PASS
            assert found[line.id].awarded == 0
        lost = any(not status.is_open and status is not Status.PASS for status in statuses)
        if lost:
            assert found[line.id].status is Status.SKIP
        elif statuses and all(status.is_open for status in statuses):
            assert found[line.id].status.is_open


@FIXED
@given(rubrics())
def test_an_open_need_costs_no_points(rubric: tuple[tuple[CheckSpec, ...], Mapping[str, Status]]) -> None:
    lines, alone = rubric
    assume(all(status is Status.PASS or status.is_open for status in alone.values()))
    got = score(tuple(judged(lines, alone).values()))
    assert got.earned + got.open == got.possible


# Numbers of a student's own.


@FIXED
@given(some.lists(some.integers() | some.text() | some.none(), min_size=1), some.text(), some.text())
def test_a_drawn_value_is_one_of_those_given_and_always_the_same(values: list[Scalar], student: str, case: str) -> None:
    assume("\ud800" not in student + case)
    value = drawn(values, "a", "e", case, student)
    assert value in values
    assert drawn(values, "a", "e", case, student) == value


@FIXED
@given(some.integers(-(10**9), 10**9), some.integers(1, 10**9))
def test_a_drawn_number_lies_between_its_bounds(least: int, width: int) -> None:
    value = drawn(range(least, least + width + 1), "a", "mina")
    assert isinstance(value, int)
    assert least <= value <= least + width


def test_drawn_numbers_are_spread_over_students() -> None:
    students = [f"s{number:04}" for number in range(4000)]
    counts = [0] * 8
    for student in students:
        counts[int(str(drawn(range(8), "a", "e", "n", student)))] += 1
    # Of 500 expected in each, five standard deviations are 105.
    assert min(counts) > 395
    assert max(counts) < 605


def test_a_draw_is_the_same_on_every_machine_and_version() -> None:
    # A changed number would change the inputs of a course that is under way.
    assert [drawn(range(1000, 2001), "vec_add", "kernel", "drawn-1", "n", name) for name in ("mina", "রহিম")] == [
        1891, 1579,
    ]  # fmt: skip


def test_a_student_s_own_case_shows_its_numbers_unless_it_is_hidden() -> None:
    draws: Mapping[str, Sequence[Scalar]] = {"n": range(1000, 2001), "m": ("x", "y")}
    shown, hidden = (
        Case(id="drawn-1", params={"k": 3}, draws=draws),
        Case(id="hidden-1", params={}, draws=draws, hidden=True),
    )
    own = personal(assignment(cases=(shown, hidden)), "mina").exercises[0].cases
    assert own[0].id == f"drawn-1, n={own[0].params['n']}, m={own[0].params['m']}"
    assert own[1].id == "hidden-1"
    assert [set(case.params) for case in own] == [{"k", "n", "m"}, {"n", "m"}]
    assert [case.draws for case in own] == [{}, {}]
    assert personal(assignment(cases=(shown,)), "mina") == personal(assignment(cases=(shown,)), "mina")


def test_students_have_numbers_of_their_own() -> None:
    case = Case(id="drawn-1", params={}, draws={"n": range(1000, 2001)})
    cases = {personal(assignment(cases=(case,)), f"s{number}").exercises[0].cases[0].id for number in range(100)}
    assert len(cases) > 80
