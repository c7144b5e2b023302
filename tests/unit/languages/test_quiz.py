"""Answers are found wherever a student may write them, and nothing of the file is run."""

import time
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar, NoReturn

import pytest

from grader.languages.quiz import QuizLanguage
from grader.model.assignment import Assignment, Exercise, Limits
from grader.model.evidence import Ending, ExerciseEvidence
from grader.model.submission import Cell, Submission
from grader.model.text import Text
from grader.model.values import Value
from grader.ports import Bench, Lease

ANY = Text(bn="ক", en="a")


class ClosedSandbox:
    """Nothing of a quiz may be run."""

    isolation: ClassVar[str] = "E"

    def open(self, **_: object) -> NoReturn:
        raise AssertionError("a box was opened")

    def shows(self, path: Path) -> bool:  # noqa: ARG002 - every sandbox gets it
        return False

    def close(self) -> None:
        """Nothing was opened."""


def gather(*cells: Cell) -> ExerciseEvidence:
    exercise = Exercise(id="questions", title=ANY, statement=ANY, language="quiz", checks=())
    assignment = Assignment(
        id="quiz", title=ANY, statement=ANY, folder=Path("/"), submit=("quiz.py",), starter=Path("/s"),
        reference=Path("/r"), exercises=(exercise,),
    )  # fmt: skip
    submission = Submission(
        student="s001", assignment="quiz", file="quiz.ipynb", format="ipynb", digest="", cells=cells
    )
    bench = Bench(
        sandbox=ClosedSandbox(), lease=Lease(environment={}), limits=Limits(), seed=lambda _: 0, can_time=False
    )
    evidence, reference = QuizLanguage().gather(submission, exercise, assignment, bench)
    assert len(reference.expected) == len(evidence.runs) == 1
    return evidence


def answers(*cells: Cell) -> Mapping[str, Value]:
    return gather(*cells).runs[0].outputs


def script(source: str) -> Cell:
    return Cell(source=source)


def code(source: str, number: int = 1) -> Cell:
    return Cell(source=source, number=number)


def markdown(source: str) -> Cell:
    return Cell(source=source, kind="markdown")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("ANSWERS = {'q1': 'b', 'Q২': 3, 'q3': ('a', 'c'), 'q4': {'b', 'a'}}",
         {"q1": "b", "q2": 3, "q3": ["a", "c"], "q4": ["a", "b"]}),
        ("ANSWERS: dict = {'q1': 'a'}\nANSWERS['q1'] = 'b'", {"q1": "b"}),
        ("ANSWERS = dict(q1='a')\nANSWERS |= {'q2': 1.5}\nANSWERS.update({'q3': True})",
         {"q1": "a", "q2": 1.5, "q3": True}),
        ("ANSWERS = {'q1': ..., 'q2': None, 'q3': ''}", {"q1": None, "q2": None, "q3": ""}),
        ("ANSWERS = {'q1': b, 'q4': 3 * 256 + 10, 'q6': 14 / 0.125}", {"q1": "b", "q4": 778, "q6": 112.0}),
        ("ANSWERS = {'q1': 1 / 0, 'q2': 10 ** 9, 'q3': open('x').read()}",
         {"q1": "1 / 0", "q2": "10 ** 9", "q3": "open('x').read()"}),
        ("ANSWERS = {'q1': 1e999, 'q2': b'x', 'q3': {1: 'a'}}", {"q1": "inf", "q2": "b'x'", "q3": {"1": "a"}}),
        ("def f():\n    ANSWERS = {'q1': 'b'}", {}),
    ],
)  # fmt: skip
def test_a_script_puts_answers_into_a_dictionary(source: str, expected: Mapping[str, Value]) -> None:
    assert answers(script(source)) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("# answer: q1\n'b'", "b"),
        ("# Answer: q1\nb", "b"),
        ("# উত্তর: q১\n['a', 'c']", ["a", "c"]),
        ("# answer: q1\nx = 1\nprint(778)", 778),
        ("# answer: q1\nq1 = 112", 112),
        ("#answer q1: 112 s", "112 s"),
        ("# answer: q1\n# kernel launch\n# asynchronous", "kernel launch\nasynchronous"),
        ("# answer: q1\nkernel launch asynchronous, তাই", "kernel launch asynchronous, তাই"),
    ],
)
def test_a_code_cell_may_begin_with_the_name_of_its_question(source: str, expected: Value) -> None:
    evidence = gather(code(source))
    assert evidence.runs[0].outputs == {"q1": expected}
    assert evidence.load.ending is Ending.RETURNED


def test_markdown_holds_several_answers() -> None:
    source = (
        "# প্রশ্ন\n<!-- answer: q1 -->\nউত্তর: **b**\n\n### উত্তর q২:\n\n`৩২`\n\n## পরের প্রশ্ন\nকত?\n\n"
        "**উত্তর q3:** a, c\n- answer q4: 778"
    )
    assert answers(markdown(source)) == {"q1": "b", "q2": "৩২", "q3": "a, c", "q4": "778"}


def test_prose_is_no_mark() -> None:
    cell = code("# answer: the best one\nANSWERS = {'q1': 'b'}")
    assert answers(cell, markdown("Answer: because q5 is hard")) == {"q1": "b"}


def test_the_last_answer_wins() -> None:
    cells = (code("ANSWERS = {'q1': 'a', 'q2': 'a'}"), markdown("উত্তর q1: b"), code("# answer: q2\n'c'", 2))
    assert answers(*cells) == {"q1": "b", "q2": "c"}


def test_a_syntax_error_costs_only_its_own_cell() -> None:
    evidence = gather(
        code("ANSWERS = {'q1': 'b'}"), code("x = 1\nANSWERS = {'q2': 'c", 2), markdown("answer q3: a"), code("y = (", 3)
    )
    assert evidence.runs[0].outputs == {"q1": "b", "q3": "a"}
    assert evidence.load.ending is Ending.RAISED
    assert evidence.load.error == "SyntaxError"
    assert evidence.load.place is not None
    assert (evidence.load.place.file, evidence.load.place.line, evidence.load.place.cell) == ("quiz.ipynb", 2, 2)


@pytest.mark.parametrize(
    "value",
    ["-" * 100_000 + "1", "1" + "+1" * 100_000, "(" * 5_000 + "1" + ")" * 5_000, "a" + "()" * 100_000, "9" * 5_000],
    ids=["signs", "sum", "brackets", "calls", "digits"],
)
def test_what_the_parser_cannot_bear_is_the_students_syntax_error(value: str) -> None:
    assert gather(script(f"ANSWERS = {{'q1': {value}}}")).load.error == "SyntaxError"


def test_a_huge_answer_is_cut() -> None:
    for value in (f"'{'x' * 200_000}'", f"[{'1, ' * 60_000}]", "0x" + "f" * 200_000):
        assert len(str(answers(script(f"ANSWERS = {{'q1': {value}}}"))["q1"])) == 64_000


@pytest.mark.parametrize("text", ["answer ", "<!-- ", "#", " ", "answer q1", "_", "answer q1: ```\n"])
def test_no_text_takes_more_than_linear_time(text: str) -> None:
    source = "answer q1" + text * (2_000_000 // len(text))
    start = time.process_time()
    gather(markdown(source))
    assert time.process_time() - start < 5
