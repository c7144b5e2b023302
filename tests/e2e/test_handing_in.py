"""Late work, extensions, several attempts and numbers of one's own, from the course file to the report."""

import csv
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from course import ROOT, grader, make_course

QUIZ = "quiz_gpu_basics"
RULES = """\
due: 2026-12-15T23:59:00+06:00
late: {per_day: 10%, at_most_days: 3}
attempts: {limit: 3, counts: best}
"""
IN_TIME, TWO_DAYS, FIVE_DAYS = "2026-12-15T23:59:00+06:00", "2026-12-17T17:00:00Z", "2026-12-20T08:00:00+06:00"
RIGHT, WEAK = ROOT / "submissions" / QUIZ / "s001", ROOT / "submissions" / QUIZ / "s003"  # 10 points, 1 point


@pytest.fixture
def course(tmp_path: Path) -> Path:
    folder = make_course(tmp_path, QUIZ, submissions=False)
    rubric = folder / "assignments" / QUIZ / "assignment.yaml"
    rubric.write_text(rubric.read_text(encoding="utf-8") + RULES, encoding="utf-8")
    with (folder / "grader.yaml").open("a", encoding="utf-8") as file:
        file.write(f"extensions: {{omar: {{{QUIZ}: 4 days}}}}\n")
    return folder


def hand_in(course: Path, name: str, what: Path, when: str) -> None:
    target = course / "submissions" / QUIZ / name
    shutil.copytree(what, target)
    target.with_name(f"{target.name}.submitted_at").write_text(when, encoding="utf-8")


def reports(course: Path) -> dict[str, Any]:
    everything = json.loads((course / "results" / "results.json").read_bytes())["reports"]
    return {report["student"]: report for report in everything}


def test_a_batch_deducts_extends_and_takes_the_best_attempt(course: Path) -> None:
    hand_in(course, "intime", RIGHT, IN_TIME)
    hand_in(course, "late", RIGHT, TWO_DAYS)
    hand_in(course, "toolate", RIGHT, FIVE_DAYS)
    hand_in(course, "omar", RIGHT, FIVE_DAYS)
    for number, (what, when) in enumerate(((WEAK, IN_TIME), (RIGHT, TWO_DAYS), (WEAK, TWO_DAYS), (RIGHT, IN_TIME))):
        hand_in(course, f"mina/{number + 1}", what, when)
    done = grader("batch", folder=course)
    assert done.returncode == 0, done.stderr
    found = reports(course)
    assert {name: (each["score"]["awarded"], each["score"]["deducted"]) for name, each in found.items()} == {
        "intime": (10, 0), "late": (8, 2), "toolate": (0, 10), "omar": (9, 1), "mina": (8, 2),
    }  # fmt: skip
    assert {name: [note["code"] for note in each["terms"]] for name, each in found.items()} == {
        "intime": [], "late": ["score.late"], "toolate": ["score.too-late"], "omar": ["score.late"],
        "mina": ["score.late", "score.best-attempt", "score.attempts-over"],
    }  # fmt: skip
    assert (found["mina"]["attempt"], found["mina"]["attempts"]) == (2, 4)
    assert found["late"]["submitted_at"] == "2026-12-17T23:00:00+06:00"
    with (course / "results" / "results.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = {row["student"]: row for row in csv.DictReader(file)}
    assert (rows["mina"]["awarded"], rows["mina"]["deducted"], rows["mina"]["attempt"]) == ("8.00", "2.00", "2")
    assert "২ দিন দেরি: কাটা গেছে ২০%" in (course / "results/reports" / QUIZ / "late.md").read_text(encoding="utf-8")

    # Nothing is run again, and every attempt is looked at again, by the rules of today.
    before = reports(course)
    shutil.rmtree(course / "submissions")
    assert grader("rejudge", "results", folder=course).returncode == 0
    assert reports(course) == before
    rubric = course / "assignments" / QUIZ / "assignment.yaml"
    rubric.write_text(rubric.read_text(encoding="utf-8").replace("counts: best", "counts: last"), encoding="utf-8")
    assert grader("rejudge", "results", folder=course).returncode == 0
    mina = reports(course)["mina"]
    assert (mina["attempt"], mina["score"]["earned"]) == (3, 1)


def test_an_attempt_that_is_gone_is_forgotten(course: Path) -> None:
    for number, what in ((1, WEAK), (2, RIGHT)):
        hand_in(course, f"mina/{number}", what, IN_TIME)
    grader("batch", folder=course)
    shutil.rmtree(course / "submissions" / QUIZ / "mina" / "2")
    grader("batch", folder=course)
    assert (reports(course)["mina"]["attempt"], reports(course)["mina"]["attempts"]) == (1, 1)
    grader("rejudge", "results", folder=course)
    assert reports(course)["mina"]["score"]["earned"] == 1


def test_an_attempt_that_cannot_be_read_does_not_stand_in_the_way(course: Path) -> None:
    hand_in(course, "mina/1", RIGHT, IN_TIME)
    (course / "submissions" / QUIZ / "mina" / "2").mkdir()
    assert grader("batch", folder=course).returncode == 0
    assert (reports(course)["mina"]["attempt"], reports(course)["mina"]["score"]["awarded"]) == (1, 10)


def test_a_note_without_a_time_is_a_fault_of_the_machine_s(course: Path) -> None:
    hand_in(course, "mina", RIGHT, "yesterday")
    done = grader("batch", folder=course)
    assert done.returncode == 3
    assert "mina.submitted_at: expected a moment with its offset from UTC" in done.stderr
    assert "Traceback" not in done.stderr
    assert reports(course)["mina"]["score"] is None


def test_the_command_line_may_say_when_it_was_handed_in(course: Path) -> None:
    file = RIGHT / "quiz.py"
    one = ["grade", str(file), "--assignment", QUIZ, "--student", "mina", "--json", "--submitted-at"]
    late = json.loads(grader(*one, TWO_DAYS, folder=course).stdout)["reports"][0]
    assert (late["score"]["awarded"], late["submitted_at"]) == (8, "2026-12-17T23:00:00+06:00")
    wrong = grader(*one, "2026-12-17T17:00:00", folder=course)
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "offset লেখা নেই" in wrong.stderr


def test_an_extension_of_no_assignment_is_told_before_anything_runs(course: Path) -> None:
    path = course / "grader.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace(f"{{{QUIZ}: 4", "{quiz_gpu_basic: 4"), encoding="utf-8")
    done = grader("batch", folder=course)
    assert done.returncode == 2
    assert f"'quiz_gpu_basic' নামে কোনো assignment নেই (আপনি কি '{QUIZ}' বোঝাতে চেয়েছেন?)" in done.stderr
    assert "grader.yaml:" in done.stderr


def test_each_student_is_graded_on_numbers_of_their_own_that_their_report_names(tmp_path: Path) -> None:
    course = make_course(tmp_path, "vec_add", submissions=False)
    rubric = course / "assignments" / "vec_add" / "assignment.yaml"
    text = rubric.read_text(encoding="utf-8")
    assert "      - {n: 1000}\n" in text
    text = re.sub(r" +mistakes:\n(?: +- .+\n)+", "", text)  # they take long, and explain nothing here
    rubric.write_text(
        text.replace("      - {n: 1000}\n", "      - {n: {draw: {from: 1000, to: 9000}}}\n"), encoding="utf-8"
    )
    starter = course / "assignments" / "vec_add" / "starter" / "vec_add.py"  # right on no input
    one = ["grade", str(starter), "--assignment", "vec_add", "--device", "virtual", "--json", "--student"]

    def cases(student: str) -> set[str]:
        report = json.loads(grader(*one, student, folder=course).stdout)["reports"][0]
        return {verdict["case"] for verdict in report["verdicts"] if verdict["case"].startswith("drawn-")}

    mina, again, omar = map(cases, ("mina", "mina", "omar"))
    assert mina == again != omar
    (case,) = mina
    assert case.startswith("drawn-1, n=")
    assert 1000 <= int(case.partition("n=")[2]) <= 9000
