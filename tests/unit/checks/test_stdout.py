"""What is printed, line by line: what plays a part, what does not, and which line is named."""

from typing import Any

import pytest

from grader.checks.stdout import StdoutCheck
from grader.model.assignment import Case, Exercise
from grader.model.evidence import Ending, ExerciseEvidence, Outcome, Place, Reference, Run
from grader.model.submission import Cell
from grader.model.text import Text
from grader.model.verdict import Finding, Status
from grader.ports import Seen

TEXT = Text(bn="ক", en="a")
RETURNED = Outcome(ending=Ending.RETURNED)
LINES = ("n = 10", "mean = 4.5")


def judge(printed: str, told: str = "", *, load: Outcome = RETURNED, hidden: bool = False, **options: Any) -> Finding:
    run = Run(case=Case(id="", params={}, hidden=hidden), seed=0, outcome=RETURNED, printed=printed)
    seen = Seen(
        exercise=Exercise(id="e", title=TEXT, statement=TEXT, language="script", checks=()),
        evidence=ExerciseEvidence(exercise="e", load=load, runs=(run,)),
        reference=Reference(exercise="e", expected=({"stdout": told} if told else {},)),
        device="virtual",
        can_time=False,
        cells=tuple(Cell(source="", number=number) for number in range(1, 6)),
    )
    (finding,) = StdoutCheck(**options).judge(seen)
    return finding


@pytest.mark.parametrize(
    "printed",
    [
        "n = 10\nmean = 4.5\n",
        "\n  n  =\t10 \n\n\nmean = 4.5",
        "n = ১০\nmean = ৪.৫\n",
        "n = 10\n/box/a.py:3: RuntimeWarning: divide by zero\n  y = 1 / x\nmean = 4.5\n",
    ],
)
def test_space_digits_and_warnings_play_no_part(printed: str) -> None:
    assert judge(printed, lines=LINES).status is Status.PASS
    assert judge(printed, "n = 10\nmean = 4.5\n").status is Status.PASS


@pytest.mark.parametrize(
    ("printed", "code", "params"),
    [
        ("", "stdout.nothing", {"expected": "n = 10"}),
        ("n = 10\n", "stdout.missing-line", {"line": 2, "expected": "mean = 4.5", "last": "n = 10"}),
        ("n = 10\nMean = 4.5", "stdout.wrong-line", {"line": 2, "expected": "mean = 4.5", "got": "Mean = 4.5"}),
        ("n = 10\nmean = 5.5", "stdout.wrong-line", {"line": 2, "expected": "mean = 4.5", "got": "mean = 5.5"}),
        ("n = 10\nmean = 4.5\nx\ny", "stdout.extra-line", {"wanted": 2, "count": 2, "got": "x"}),
    ],
)
def test_the_first_line_that_differs_is_told(printed: str, code: str, params: dict[str, object]) -> None:
    finding = judge(printed, lines=LINES)
    assert (finding.status, finding.code, finding.params) == (Status.FAIL, code, params)


def test_other_lines_may_stand_between_where_the_author_says_so() -> None:
    assert judge("hello\nn = 10\nx\nmean = 4.5\nbye\n", lines=LINES, others=True).status is Status.PASS
    assert judge("mean = 4.5\nn = 10\n", lines=LINES, others=True).code == "stdout.missing-line"
    finding = judge("hello\nn = 10\nmaen = 4.5\nbye\n", lines=LINES, others=True)
    assert (finding.code, finding.params["got"]) == ("stdout.wrong-line", "maen = 4.5")
    assert judge("bye\n", lines=LINES, others=True).params == {"line": 1, "expected": "n = 10", "last": "bye"}


def test_numbers_may_be_off_by_a_tolerance_and_words_may_not() -> None:
    near: dict[str, Any] = {"lines": LINES, "rtol": 0.01}
    assert judge("n = 10\nmean = 4.5321\n", **near).status is Status.PASS
    assert judge("n = 10.0\nmean = 45e-1\n", **near).status is Status.PASS
    assert judge("n = 10\nmean = 4.6\n", **near).code == "stdout.wrong-line"
    assert judge("n = 10\nmean = nan\n", **near).code == "stdout.wrong-line"
    assert judge("n = 10\nmedian = 4.5\n", **near).code == "stdout.wrong-line"
    assert judge("n = 10\nmean = 4.5 4.5\n", **near).code == "stdout.wrong-line"
    assert judge("n = 10\nmean = 4.5321\n", lines=LINES).code == "stdout.wrong-line"
    assert judge("n = 10\nmean = 1e999\n", lines=LINES, rtol=0.5).code == "stdout.wrong-line"


def test_a_pattern_fits_a_whole_line() -> None:
    assert judge("took 12 ms\n", patterns=(r"took \d+ ms",)).status is Status.PASS
    assert judge("it took 12 ms\n", patterns=(r"took \d+ ms",)).code == "stdout.wrong-line"


def test_what_was_too_long_to_be_kept_is_left_to_a_person() -> None:
    printed = "x\n" * 10 + "\n… 900 lines left out\n" + "y\n"
    assert judge(printed, lines=("n = 10",), others=True).status is Status.UNDECIDED
    assert judge(f"n = 10\n{printed}", lines=("n = 10",), others=True).status is Status.PASS


def test_a_notebook_that_stopped_is_told_by_its_cell() -> None:
    stopped = Outcome(ending=Ending.RAISED, error="NameError", text="x", place=Place(file="a.ipynb", line=1, cell=3))
    finding = judge("n = 10\n", lines=LINES, load=stopped)
    assert (finding.code, finding.params) == ("nb.cell-error", {"cell": 3, "error": "NameError: x", "left": 2})
    assert judge("n = 10\nmean = 4.5\n", lines=LINES, load=stopped).status is Status.PASS


@pytest.mark.parametrize("where", [{"hidden": True}, {"lines": LINES}])
def test_expected_lines_can_be_kept_from_the_student(where: dict[str, Any]) -> None:
    assert judge("x\n", **{"lines": LINES, "hidden": True, **where}).hidden


def test_an_author_s_slips_are_told() -> None:
    with pytest.raises(ValueError, match="no regular expression"):
        StdoutCheck(patterns=("(",))
    with pytest.raises(ValueError, match="either lines or patterns"):
        StdoutCheck(patterns=("a",), lines=("a",))
    with pytest.raises(TypeError, match="returns no text"):
        judge("x\n")
