"""The attacks themselves: each says what it is, and together they are all that is known."""

from pathlib import Path

import pytest
from attack_files import FAMILIES, HERE, INTAKE, PASS, attacks, paths, read

from grader.config import load_assignments, load_course
from grader.feedback.catalogue import Catalogue

ATTACKS = attacks()
ROWS = range(1, 56)  # of the catalogue of attacks
NEEDS_A_CARD = {
    5: "event handles lie in the driver's memory",
    6: "events of the driver without timing",
    11: "graphs of recorded launches",
    12: "the cache of the card",
    16: "the clocks and the power of the card",
    27: "addresses of the card's memory",
    28: "a counter in the card's memory",
    44: "several cards",
}


@pytest.mark.parametrize("path", paths(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_file_says_what_it_is(path: Path) -> None:
    attack = read(path)
    assert attack.copies == 1 or attack.runs == 1
    assert attack.family != INTAKE or "def make(folder" in path.read_text(encoding="utf-8")


def test_every_row_of_the_catalogue_has_a_file_or_needs_a_card() -> None:
    covered = frozenset[int]().union(*(attack.rows for attack in ATTACKS))
    assert set(ROWS) - covered == set(NEEDS_A_CARD)
    assert covered <= set(ROWS)


def test_every_family_has_an_honest_control_which_passes_everywhere() -> None:
    honest = [attack for attack in ATTACKS if attack.is_honest]
    assert {attack.family for attack in honest} == set(FAMILIES)
    assert all(attack.expected == (PASS,) and not attack.elsewhere for attack in honest)


def test_no_attack_may_pass() -> None:
    for attack in ATTACKS:
        if not attack.is_honest:
            assert PASS not in {*attack.expected, *(code for codes in attack.elsewhere.values() for code in codes)}


def test_every_expected_code_has_a_message() -> None:
    known = Catalogue.load().records
    expected = {code for attack in ATTACKS for codes in (attack.expected, *attack.elsewhere.values()) for code in codes}
    assert expected - {PASS} <= known.keys()


def test_every_assignment_of_an_attack_exists() -> None:
    known = {assignment.id for assignment in load_assignments(load_course(HERE / "course" / "grader.yaml"))}
    assert {attack.assignment for attack in ATTACKS} <= known
