"""The five kinds of question: what each accepts, and what it says of what it does not."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

import pytest

from grader import registry
from grader.model.assignment import Case, Exercise
from grader.model.evidence import Ending, ExerciseEvidence, Outcome, Place, Reference, Run
from grader.model.text import Text
from grader.model.values import Value
from grader.model.verdict import Finding, Status
from grader.ports import Seen

ASK = Text(bn="কত?", en="How many?")
HINT = Text(bn="ভাবুন।", en="Think.")
WHY_A = Text(bn="a নয়।", en="Not a.")
LOADED = Outcome(ending=Ending.RETURNED)
OPTIONS = {
    "a": Text(bn="১৬টি", en="16"),
    "b": Text(bn="৩২টি", en="32"),
    "c": Text(bn="যত thread চাই", en="As many as wanted"),
}
ITEMS = {
    "host": Text(bn="host memory", en="Host memory"),
    "register": Text(bn="register", en="Register"),
    "l2": Text(bn="L2 cache", en="L2 cache"),
}


def judge(kind: str, options: Mapping[str, Any], answers: Mapping[str, Value], load: Outcome = LOADED) -> Finding:
    check = registry.load("checks", kind)(question="q1", ask=ASK, **options)
    run = Run(case=Case(id="answers", params={}), seed=0, outcome=LOADED, outputs=answers)
    evidence = ExerciseEvidence(exercise="questions", load=load, runs=(run,))
    exercise = Exercise(id="questions", title=ASK, statement=ASK, language="quiz", checks=())
    reference = Reference(exercise="questions", expected=({},))
    seen = Seen(exercise=exercise, evidence=evidence, reference=reference, device="virtual", can_time=False)
    (finding,) = check.judge(seen)
    assert isinstance(finding, Finding)
    return finding


def asking(kind: str, **options: Any) -> Callable[[Value], Finding]:
    return lambda answer: judge(kind, options, {"q1": answer})


choice = asking("choice", options=OPTIONS, answer="b", explain=HINT, because={"a": WHY_A})
multiple = asking("multiple", options=OPTIONS, answers=("a", "c"), explain=HINT)
order = asking("order", items=ITEMS, answer=("register", "l2", "host"), explain=HINT)
seconds = asking("number", answer="112 s", tolerance=0.01, explain=HINT)
blocks = asking("number", answer="3907", explain=HINT)
short = asking(
    "short",
    explain=HINT,
    accepted=("kernel launch asynchronous, তাই অপেক্ষা করতে হয়।",),
    refused=("GPU দ্রুত চলে",),
    look_for={"async": "asynchronous, async", "wait": "অপেক্ষা, wait"},
)


@pytest.mark.parametrize("answer", ["b", "B", " (b) ", "b)", "b) 32", "৩২", "৩২টি", 32])
def test_choice_takes_the_key_or_the_text(answer: Value) -> None:
    assert choice(answer).status is Status.PASS


def test_a_wrong_choice_gets_the_misconception_behind_it_or_else_the_general_hint() -> None:
    assert choice("a").params == {"question": "q1", "got": "a", "hint": WHY_A}
    finding = choice("c")
    assert (finding.status, finding.code, finding.params["hint"]) == (Status.FAIL, "quiz.wrong-choice", HINT)


@pytest.mark.parametrize("answer", [["a", "c"], ["c", "a", "a"], "a, c", "(c) a", "a ও c", "c এবং a", "1. 16\n2. c"])
def test_multiple_takes_lists_in_any_form(answer: Value) -> None:
    assert multiple(answer).status is Status.PASS


def test_multiple_counts_what_is_wrong_without_naming_it() -> None:
    finding = multiple(["a", "b"])
    assert (finding.status, finding.code) == (Status.FAIL, "quiz.wrong-multiple")
    assert finding.params == {"question": "q1", "got": ("a", "b"), "missing": 1, "extra": 1, "hint": HINT}
    assert multiple("a").params["extra"] == 0
    assert multiple(["a", "b", "c"]).params["missing"] == 0


@pytest.mark.parametrize(
    "answer",
    [
        ["register", "l2", "host"],
        "register > L2 > host",
        "register, l2, host",
        "1. Register\n2. L2 cache\n3. host memory",
    ],
)
def test_order_takes_lists_in_any_form(answer: Value) -> None:
    assert order(answer).status is Status.PASS


def test_a_wrong_order_counts_the_places_that_are_right() -> None:
    finding = order(["register", "host", "l2"])
    assert (finding.status, finding.code) == (Status.FAIL, "quiz.wrong-order")
    assert (finding.params["right"], finding.params["total"]) == (1, 3)


@pytest.mark.parametrize("answer", ["112 s", "১১২ সেকেন্ড", "112000 ms", "1.87 min", "112.9s", "14 / 0.125 = 112 s"])
def test_a_number_may_have_any_unit_of_its_kind(answer: Value) -> None:
    assert seconds(answer).status is Status.PASS


@pytest.mark.parametrize("answer", [3907, 3907.0, "৩,৯০৭টি block", "3,907"])
def test_a_count_needs_no_unit(answer: Value) -> None:
    assert blocks(answer).status is Status.PASS


@pytest.mark.parametrize(
    ("ask", "answer", "code"),
    [
        (seconds, "114 s", "quiz.wrong-number"),
        (seconds, "112 ms", "quiz.unit-factor"),
        (seconds, "0.112 s", "quiz.unit-factor"),
        (seconds, "14 s", "quiz.unit-factor"),  # bits for bytes
        (seconds, 112, "quiz.unit-missing"),
        (seconds, 113.5, "quiz.wrong-number"),
        (seconds, "112 GB", "quiz.unit-wrong"),
        (seconds, "-112 s", "quiz.wrong-number"),
        (blocks, 3906, "quiz.wrong-number"),
        (blocks, 3907000, "quiz.wrong-number"),  # nothing without a unit can have a slip in it
        (blocks, "3907 GB", "quiz.unit-wrong"),
    ],
)
def test_a_wrong_number_is_told_from_a_wrong_unit(ask: Callable[[Value], Finding], answer: Value, code: str) -> None:
    finding = ask(answer)
    assert (finding.status, finding.code, finding.params["got"]) == (Status.FAIL, code, str(answer))


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ("11,2 s", "quiz.ambiguous-number"),
        ("১১০-১১২ s", "quiz.range-for-number"),
        ("14 / 0.125", "quiz.unclear-number"),
        ("একশো বারো সেকেন্ড", "quiz.unclear-number"),
        ("112 s নয়", "quiz.unclear-number"),
        ("উত্তর - 112 s", "quiz.unclear-number"),
    ],
)
def test_what_is_not_clearly_a_number_is_left_to_a_person(answer: str, code: str) -> None:
    finding = seconds(answer)
    assert (finding.status, finding.code, finding.answer) == (Status.UNDECIDED, code, answer)


def test_a_short_answer_is_settled_only_by_one_that_a_person_has_marked() -> None:
    assert short("Kernel-launch asynchronous তাই অপেক্ষা করতে হয়").status is Status.PASS
    refused = short("gpu দ্রুত চলে।")
    assert (refused.status, refused.code) == (Status.FAIL, "quiz.short-refused")
    assert refused.params["hint"] == HINT
    # Every word that is looked for, and yet no verdict.
    open_ = short("launch asynchronous নয়, তাই অপেক্ষা করতে হয় না")
    assert (open_.status, open_.code) == (Status.UNDECIDED, "quiz.needs-review")
    assert open_.params == {"question": "q1"}


@pytest.mark.parametrize(
    ("answer", "share", "found"),
    [
        ("kernel launch asynchronous, তাই অপেক্ষা করতে হয়", "1", ("async", "wait")),
        ("kernels are launched asynchronously", "0.75", ("async",)),
        ("the host waits", "0.25", ("wait",)),
        ("launch asynchronous নয়, তাই অপেক্ষা করতে হয়", "0.25", ("wait",)),
        ("it is not async", "0", ()),
        ("অপেক্ষা করতে হয়নি", "0", ()),
        ("asynchronous, তাই GPU দ্রুত চলে", "0", ("async",)),  # a misconception
        ("জানি না", "0", ()),
    ],
)
def test_words_suggest_a_mark_to_the_reviewer(answer: str, share: str, found: tuple[str, ...]) -> None:
    check = registry.load("checks", "short")(
        question="q1", ask=ASK, explain=HINT, worth={"async": Decimal(3)}, mistaken={"faster": "দ্রুত চলে, faster"},
        look_for={"async": "asynchronous, async", "wait": "অপেক্ষা, wait"},
    )  # fmt: skip
    guess = check.suggest(answer)
    assert (guess.share, guess.found) == (Decimal(share), found)
    assert set(guess.missing) == {"async", "wait"} - set(found)
    assert bool(guess.mistaken) == ("দ্রুত" in answer)


@pytest.mark.parametrize(
    ("ask", "answer"),
    [
        (choice, "d"),
        (choice, ["b"]),
        (choice, True),
        (multiple, ["a", "z"]),
        (multiple, {"a": 1}),
        (order, ["register", "l2"]),
        (order, ["register", "l2", "l2"]),
        (seconds, True),
        (seconds, float("nan")),
        (blocks, [3907]),
        (short, 5),
    ],
)
def test_what_cannot_be_read_is_shown_how_to_write_it(ask: Callable[[Value], Finding], answer: Value) -> None:
    finding = ask(answer)
    assert (finding.status, finding.code) == (Status.FAIL, "quiz.malformed")
    assert finding.params["expected"]


@pytest.mark.parametrize("ask", [choice, multiple, order, seconds, short])
@pytest.mark.parametrize("answer", [None, "", " \n", "…", []])
def test_a_blank_is_no_answer(ask: Callable[[Value], Finding], answer: Value) -> None:
    assert ask(answer).code == "quiz.not-answered"


def test_a_missing_answer_names_those_that_were_found() -> None:
    finding = judge("number", {"answer": "1", "explain": HINT}, {"question1": 1, "q2": ""})
    assert finding.params == {"question": "q1", "found": ("question1",)}


@pytest.mark.parametrize(
    ("cell", "code", "place"),
    [(None, "py.syntax-error", {"file": "quiz.py", "line": 3}), (2, "nb.syntax-error", {"cell": 2, "line": 3})],
)
def test_an_answer_lost_to_a_syntax_error_is_told_so(cell: int | None, code: str, place: Mapping[str, object]) -> None:
    where = Place(file="quiz.py", line=3, cell=cell)
    load = Outcome(ending=Ending.RAISED, error="SyntaxError", text="invalid syntax", place=where)
    finding = judge("number", {"answer": "1", "explain": HINT}, {}, load)
    assert finding.code == code
    assert finding.params == {**place, "error": "SyntaxError: invalid syntax"}
    assert judge("number", {"answer": "1", "explain": HINT}, {"q1": 1}, load).status is Status.PASS


@pytest.mark.parametrize(
    ("kind", "options", "complaint"),
    [
        ("choice", {"options": OPTIONS, "answer": "d", "explain": HINT}, "none of a, b, c"),
        ("choice", {"options": OPTIONS, "answer": "b", "explain": HINT, "because": {"b": HINT}}, "the right option"),
        ("choice", {"options": {"a": ASK, "b": ASK}, "answer": "b", "explain": HINT}, "read the same"),
        ("choice", {"options": {"a": ASK}, "answer": "a", "explain": HINT}, "at least two"),
        ("multiple", {"options": OPTIONS, "answers": (), "explain": HINT}, "at least one"),
        ("multiple", {"options": OPTIONS, "answers": ("a", "a"), "explain": HINT}, "twice"),
        ("order", {"items": ITEMS, "answer": ("host",), "explain": HINT}, "expected all of"),
        ("order", {"items": ITEMS, "answer": tuple(ITEMS), "explain": HINT}, "already stand in the right order"),
        ("number", {"answer": "many", "explain": HINT}, "expected a number"),
        ("number", {"answer": "1,5 s", "explain": HINT}, "expected a number"),
        ("number", {"answer": "1", "explain": HINT, "tolerance": 1.0}, "less than 100%"),
        ("short", {"explain": HINT, "accepted": ("GPU",), "refused": ("gpu।",)}, "both accepted and refused"),
        ("short", {"explain": HINT, "accepted": ("…",)}, "says nothing"),
        ("short", {"explain": HINT, "look_for": {"idea": "a,,b"}}, "expects words"),
        ("short", {"explain": HINT, "mistaken": {"idea": ""}}, "expects words"),
        ("short", {"explain": HINT, "look_for": {"idea": "a"}, "worth": {"ide": Decimal(1)}}, "none of the ideas"),
        ("short", {"explain": HINT, "look_for": {"idea": "a"}, "worth": {"idea": Decimal(0)}}, "more than 0"),
    ],
)
def test_an_author_who_contradicts_himself_is_told(kind: str, options: Mapping[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        registry.load("checks", kind)(question="q1", ask=ASK, **options)


def test_a_question_is_named_so_that_a_cell_can_name_it() -> None:
    with pytest.raises(ValueError, match="such as q1"):
        registry.load("checks", "number")(question="first", ask=ASK, answer="1", explain=HINT)
