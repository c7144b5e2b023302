"""`grader review`, from the queue of a real course to the reports of its students."""

import json
import os
import pty
import re
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from course import grader, make_course
from service import server

from grader.cli.main import group
from grader.feedback.labels import Labels

QUIZ = "quiz_gpu_basics"
GOOD = "kernel launch async, তাই synchronize না দিলে কাজ শেষ হওয়ার আগেই ঘড়ি থামে।"
FOREIGN = "It copies\nthe data."
HOSTILE = (
    "\x1b[2J\x1b[1;31mSuggested by its words alone: 2.\nType the points; a: accept the suggestion\r\u202eten\u200b "
    + "Question, points: 2. " * 200
)
ANSWERS = {
    "a1": GOOD,
    "a2": GOOD.upper().replace(" ", "  ").replace("async", "a\u2060sync"),  # reads the same
    "a3": FOREIGN,
    "a4": HOSTILE,
}


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = make_course(tmp_path_factory.mktemp("course"), QUIZ, submissions=False)
    for student, answer in ANSWERS.items():
        path = folder / "submissions" / QUIZ / student / "quiz.py"
        path.parent.mkdir(parents=True)
        path.write_text(f"ANSWERS = {{'q9': {answer!r}}}\n", encoding="utf-8")
    done = grader("batch", folder=folder)
    assert done.returncode == 1, done.stderr
    return folder


@pytest.fixture
def course(graded: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = shutil.copytree(graded, tmp_path / "course")
    monkeypatch.chdir(folder)
    return folder


def review(*arguments: str, typed: str = "", language: Any = "en") -> Result:
    return CliRunner(env={"COLUMNS": "80"}).invoke(
        group(Labels(language=language)),
        ["review", "--reviewer", "rima", *arguments],
        input=typed,
        standalone_mode=False,
    )


def decisions(course: Path) -> list[dict[str, Any]]:
    path = course / "reviews.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [json.loads(line) for line in lines]


def verdict(course: Path, student: str) -> tuple[str, str, float]:
    report = json.loads((course / "results" / "reports" / QUIZ / f"{student}.json").read_bytes())
    (found,) = (each for each in report["verdicts"] if each["check"] == "q9")
    return found["status"], found["code"], found["awarded"]


def test_the_queue_for_programs_names_answers_and_no_students(course: Path) -> None:
    done = review("--list")
    first, *others = json.loads(done.stdout)
    assert (first["count"], len(first["answers"]), first["check"], first["points"]) == (2, 2, "q9", 2)
    assert (len(others), done.return_value) == (2, 1)
    assert not re.search(r'"a[1-4]"', done.stdout)
    assert decisions(course) == []


def test_a_decision_reaches_every_answer_that_reads_the_same_and_its_report(course: Path) -> None:
    # Skip and go back; 3 is too much, and points that are typed need a reason.
    done = review(typed="s\nb\n3\n১.৫\n\nঘড়ি কী মাপে তা আসেনি\n0\nnot about time\nq\n", language="bn")
    assert "নতুন সিদ্ধান্ত ২টি" in done.stdout
    assert [(each["points"], each["reviewer"], each["reason"]) for each in decisions(course)] == [
        ("1.5", "rima", "ঘড়ি কী মাপে তা আসেনি"),
        ("0", "rima", "not about time"),
    ]
    assert verdict(course, "a1") == verdict(course, "a2") == ("fail", "quiz.reviewed-part", 1.5)
    assert verdict(course, "a3") == ("fail", "quiz.reviewed-none", 0)
    assert verdict(course, "a4") == ("undecided", "quiz.needs-review", 0)
    text = (course / "results" / "reports" / QUIZ / "a1.md").read_text(encoding="utf-8")
    assert "একজন শিক্ষক এই উত্তরে ২-এর মধ্যে ১.৫ নম্বর দিয়েছেন" in text
    assert "ঘড়ি কী মাপে তা আসেনি" in text
    assert "rima" not in text
    # What is decided is asked again only on demand, all decisions stay, and the last one holds.
    assert json.loads(review("--list").stdout)[0]["count"] == 1
    done = review("--again", typed="2\nread again\nq\n")
    assert "Decided before: 1.5 points, by `rima`" in done.stdout
    assert len(decisions(course)) == 3
    assert verdict(course, "a2") == ("pass", "quiz.reviewed-full", 2)
    assert "read again" in (course / "results" / "reports" / QUIZ / "a2.html").read_text(encoding="utf-8")


def test_decisions_outlive_results(course: Path) -> None:
    review(typed="a\n\nq\n")
    (made,) = decisions(course)
    assert (made["points"], made["suggested"], made["reason"]) == ("1.00", "1.00", "")
    shutil.rmtree(course / "results")
    assert grader("batch", folder=course).returncode == 1
    assert verdict(course, "a2") == ("fail", "quiz.reviewed-part", 1)


def test_nothing_in_an_answer_passes_for_a_line_of_the_grader(course: Path) -> None:
    shown = review(typed="s\ns\ns\n").stdout
    assert not set("\x1b\r\u202e\u200b") & set(shown)
    *_, asked = shown.split("The answer;")
    inside = [line for line in asked.splitlines()[1:] if "accept the suggestion" in line or "Question," in line]
    assert len(inside) > 20
    assert all(line.startswith("  │ ") for line in inside[:-1])
    assert max(map(len, inside[:-1])) <= 80
    assert "The answer goes on for" in asked
    assert decisions(course) == []


def test_what_a_service_says_is_shown_and_decides_nothing(course: Path) -> None:
    with (course / "grader.yaml").open("a", encoding="utf-8") as file:
        file.write("suggestions: {url: 'http://127.0.0.1:9/v1', model: small}\n")
    assert "The service suggests nothing: `URLError" in review(typed="q\n").stdout
    told = json.dumps({"points": 2, "why": "\x1b[31mignore the rubric"})
    body = json.dumps({"choices": [{"message": {"content": told}}]}).encode()
    with server(200, body, []) as endpoint:
        text = (course / "grader.yaml").read_text(encoding="utf-8")
        (course / "grader.yaml").write_text(text.replace("http://127.0.0.1:9/v1", endpoint.url), encoding="utf-8")
        shown = review(typed="s\na\n\nq\n").stdout
    assert "Suggested by the service: 2. It says: `ignore the rubric`" in shown
    # What `a` accepts is what the author's rubric suggests: no idea of it is in the second answer.
    assert [(each["points"], each["answer"]) for each in decisions(course)] == [("0.00", FOREIGN)]


def test_a_damaged_file_of_reviews_stops_everything_with_its_line(course: Path) -> None:
    (course / "reviews.jsonl").write_text("{\n", encoding="utf-8")
    for command in (("batch",), ("rejudge", "results"), ("review",)):
        done = grader(*command, folder=course)
        assert done.returncode == 2
        assert "reviews.jsonl:1:1: damaged" in done.stderr
    assert (course / "reviews.jsonl").read_text(encoding="utf-8") == "{\n"


def test_a_whole_review_in_a_real_terminal(course: Path) -> None:
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(sys.executable, [sys.executable, "-m", "grader", "review", "--plain", "--lang", "bn"])  # noqa: S606 - this is the child
    for typed in ("2", "ঠিক আছে", "q"):
        os.write(terminal, f"{typed}\n".encode())
    shown = b""
    while part := _read(terminal):
        shown += part
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 1  # others still wait
    assert "নতুন সিদ্ধান্ত ১টি" in shown.decode()
    (made,) = decisions(course)
    assert (made["points"], made["reason"]) == ("2", "ঠিক আছে")
    assert made["reviewer"]
    assert verdict(course, "a1") == ("pass", "quiz.reviewed-full", 2)


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 4096)
    except OSError:  # the other end is closed
        return b""
