"""Every known mistake of a beginner is called by its name, and what only looks like one loses nothing."""

from collections import Counter
from collections.abc import Iterator

import known_mistakes
import pytest

from grader.app import Grader
from grader.feedback.catalogue import Catalogue

LEAST = 80  # rows of the catalogue that are recognised

ROWS = known_mistakes.rows()
GRADER = known_mistakes.grader()
PROGRAMS = list(known_mistakes.programs(GRADER))


@pytest.fixture(scope="module")
def graded() -> Iterator[Grader]:
    yield GRADER
    GRADER.tools.sandbox.close()


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)
def test_a_mistake_is_named_and_a_look_alike_loses_nothing(program: known_mistakes.Program, graded: Grader) -> None:
    assert not known_mistakes.fault(program, known_mistakes.graded_alone(graded, program))


def test_the_catalogue_is_covered() -> None:
    covered = {program.row for program in PROGRAMS if program.says}
    assert covered <= {row.number for row in ROWS}
    assert len(covered) >= LEAST


def test_every_mistake_has_a_look_alike_that_is_right() -> None:
    beside = {program.row for program in PROGRAMS if not program.says}
    assert {program.row for program in PROGRAMS if program.says} == beside


def test_every_message_exists() -> None:
    assert {program.says for program in PROGRAMS if program.says} <= Catalogue.load().records.keys()


def test_the_rows_are_numbered_through() -> None:
    assert [row.number for row in ROWS] == list(range(1, 96))
    assert len(Counter(row.section for row in ROWS)) == 6
