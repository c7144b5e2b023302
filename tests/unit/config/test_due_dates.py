"""Dates, what being late costs, attempts, extensions, and numbers of a student's own."""

from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path

import authored
import pytest

from grader.config import load_assignments, load_course
from grader.errors import ConfigError, Problem
from grader.model.assignment import Assignment, Attempts, Course, Late

RULES = """\
due: 2026-12-15T23:59:00+06:00
late: {per_day: 7%, at_most_days: 3}
attempts: {limit: 10, counts: last}
"""


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Course:
    authored.install_plugins(tmp_path / "plugins", monkeypatch)
    return authored.write(tmp_path / "course")


def with_rules(course: Course, rules: str) -> Assignment:
    file = course.assignments / "sums" / "assignment.yaml"
    file.write_text(rules + authored.SUMS, encoding="utf-8")
    (found,) = load_assignments(course)
    return found


def with_cases(course: Course, line: str) -> Assignment:
    file = course.assignments / "sums" / "assignment.yaml"
    file.write_text(authored.SUMS.replace("      - {n: 1000}\n", f"      - {line}\n"), encoding="utf-8")
    (found,) = load_assignments(course)
    return found


def said(caught: pytest.ExceptionInfo[ConfigError]) -> list[str]:
    def text(problem: Problem) -> str:
        hint = f" ({problem.hint})" if problem.hint else ""
        return f"{Path(problem.file).name}:{problem.line}:{problem.column}: {problem.message}{hint}"

    return [text(problem) for problem in caught.value.problems]


def test_what_is_left_out_makes_nothing_late(course: Course) -> None:
    (found,) = load_assignments(course)
    assert (found.due, found.late, found.attempts) == (None, None, Attempts(limit=None, counts="best"))
    assert course.extensions == {}


def test_rules_are_read_exactly(course: Course) -> None:
    found = with_rules(course, RULES)
    assert found.due == datetime(2026, 12, 15, 17, 59, tzinfo=UTC)
    assert found.due.tzinfo == timezone(timedelta(hours=6))
    assert found.late == Late(per_day=Decimal("0.07"), at_most_days=3)
    assert found.attempts == Attempts(limit=10, counts="last")


@pytest.mark.parametrize("text", ['"2026-12-15T23:59:00+06:00"', "2026-12-15 17:59:00Z", "2026-12-15T17:59+00:00"])
def test_a_moment_may_be_written_in_several_ways(course: Course, text: str) -> None:
    assert with_rules(course, f"due: {text}\n").due == datetime(2026, 12, 15, 17, 59, tzinfo=UTC)


EXPECTED = "expected a moment with its offset from UTC, such as 2026-12-15T23:59:00+06:00, got"
WRONG = [
    ("due: 2026-12-15T23:59:00", [f"1:6: {EXPECTED} '2026-12-15T23:59:00', of which the offset is missing"]),
    ("due: 2026-12-15", [f"1:6: {EXPECTED} '2026-12-15', of which the offset is missing"]),
    ("due: 2026-13-15T23:59:00+06:00", [f"1:6: {EXPECTED} '2026-13-15T23:59:00+06:00'"]),
    ("due: 20261215T235900+0600", [f"1:6: {EXPECTED} '20261215T235900+0600'"]),
    ("due: soon", [f"1:6: {EXPECTED} 'soon'"]),
    ("due: 15", [f"1:6: {EXPECTED} a whole number, '15'"]),
    ("late: {per_day: 10%}", ["1:7: nothing is late without a date (add the key `due`)"]),
    (f"{RULES.splitlines()[0]}\nlate: {{per_day: 110%}}", ["2:17: expected at most 100%, got 110%"]),
    (f"{RULES.splitlines()[0]}\nlate: {{per_day: 0%}}", ["2:17: expected more than nothing, got '0%'"]),
    (
        f"{RULES.splitlines()[0]}\nlate: {{per_dey: 1%}}",
        [
            "2:7: what being late costs needs the key 'per_day': a percentage such as 80%",
            "2:8: what being late costs has no key 'per_dey' (did you mean 'per_day'?)",
        ],
    ),
    ("attempts: {limit: 0}", ["1:19: expected a whole number of at least 1, got a whole number, '0'"]),
    ("attempts: {counts: all}", ["1:20: expected an attempt that counts, got a text, 'all' (there are: best, last)"])
]  # fmt: skip


@pytest.mark.parametrize(("rules", "problems"), WRONG, ids=[rules for rules, _ in WRONG])
def test_a_wrong_rule_is_told_at_its_place(course: Course, rules: str, problems: list[str]) -> None:
    with pytest.raises(ConfigError) as caught:
        with_rules(course, f"{rules}\n")
    assert said(caught) == [f"assignment.yaml:{problem}" for problem in problems]


def extended(course: Course, text: str) -> Course:
    path = course.root / "grader.yaml"
    path.write_text(f"{authored.COURSE}extensions: {text}\n", encoding="utf-8")
    return load_course(path)


def test_extensions_stand_in_the_course_file_or_in_one_of_their_own(course: Course) -> None:
    days = {"mina": {"sums": 2.0}, "রহিম": {"sums": 0.5}}
    assert extended(course, "{mina: {sums: 2 days}, রহিম: {sums: 0.5 days}}").extensions == days
    (course.root / "late.yaml").write_text("mina: {sums: 2 days}\nরহিম: {sums: 0.5 days}\n", encoding="utf-8")
    assert extended(course, "late.yaml").extensions == days


def test_a_name_in_extensions_is_spelt_as_a_folder_is(course: Course) -> None:
    # য় in one code point, which NFC takes apart: the same letter, as another keyboard types it.
    assert extended(course, '{"\u09df": {sums: 1 day}}').extensions == {"\u09af\u09bc": {"sums": 1.0}}


def test_a_wrong_extension_is_told_at_its_place_in_its_file(course: Course) -> None:
    with pytest.raises(ConfigError) as caught:
        extended(course, "{mina: {sum: 2 days}, omar: {sums: 2}, lina: {sums: 0 days}}")
    assert said(caught) == [
        "grader.yaml:4:21: no assignment is called 'sum' (did you mean 'sums'?)",
        "grader.yaml:4:48: expected a number of days such as 2 days, got a whole number, '2' (the unit is missing)",
        "grader.yaml:4:65: expected more than nothing, got '0 days'",
    ]
    (course.root / "late.yaml").write_text("mina:\n  vec: 2 days\n", encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        extended(course, "late.yaml")
    assert said(caught) == ["late.yaml:2:3: no assignment is called 'vec' (there are: sums)"]
    with pytest.raises(ConfigError) as caught:
        extended(course, "lat.yaml")
    assert said(caught) == [
        "grader.yaml:4:13: there is no file 'lat.yaml' in the folder of the course (did you mean 'late.yaml'?)"
    ]


def test_a_parameter_may_be_drawn_from_a_list_or_a_range(course: Course) -> None:
    cases = with_cases(course, "{n: {draw: {from: 1000, to: 2000}}, m: {draw: [x, y]}, k: [1, 2]}").exercises[0].cases
    assert [(case.id, dict(case.params), dict(case.draws)) for case in cases[:2]] == [
        (f"k={k}", {"k": k}, {"n": range(1000, 2001), "m": ("x", "y")}) for k in (1, 2)
    ]


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("{n: {draw: [1, 2]}}\n      - {n: {draw: [1, 2]}}", ["drawn-1", "drawn-2"]),
        ("{n: {draw: [1, 2]}, role: wide}", ["wide"]),
        ("{n: {draw: [1, 2]}, id: small}", ["small"]),
        ("{n: {draw: [1, 2]}, hidden: true}", ["hidden-1"]),
    ],
)
def test_a_case_with_nothing_but_draws_has_a_name(course: Course, line: str, names: list[str]) -> None:
    cases = with_cases(course, line).exercises[0].cases
    assert [case.id for case in cases[: len(names)]] == names


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("{n: {draw: {from: 9, to: 9}}}", "32:34: expected more than 9, where this range begins, got 9"),
        ("{n: {draw: [1]}}", "32:20: expected at least 2 in this list, got 1"),
        ("{n: {drew: [1, 2]}}", "32:14: a draw has no key 'drew' (did you mean 'draw'?)"),
        ("{n: {draw: {from: 1}}}", "32:20: a range of whole numbers needs the key 'to': a whole number"),
    ],
)
def test_a_wrong_draw_is_told_at_its_place(course: Course, line: str, problem: str) -> None:
    with pytest.raises(ConfigError) as caught:
        with_cases(course, line)
    assert f"assignment.yaml:{problem}" in said(caught)
