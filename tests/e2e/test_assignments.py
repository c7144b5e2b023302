"""Every assignment of this project is sound: reference, starter, known mistakes and honest variants."""

from pathlib import Path

import pytest
from course import ROOT, grader, make_course

IDS = sorted(path.name for path in (ROOT / "assignments").iterdir())


@pytest.mark.parametrize("name", IDS)
def test_an_assignment_is_sound(name: str) -> None:
    done = grader("validate", name, "--seeds", "1", "--device", "virtual", "--lang", "en")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[0] == f"Sound: `{name}`"


def test_what_is_not_sound_is_named(tmp_path: Path) -> None:
    course = make_course(tmp_path, "quiz_gpu_basics", submissions=False)
    folder = course / "assignments" / "quiz_gpu_basics"
    solution = (course / "reference" / "quiz_gpu_basics" / "solution.py").read_text(encoding="utf-8")
    (folder / "starter" / "quiz.py").write_text(solution, encoding="utf-8")
    (folder / "mistakes" / "no_unit.py").write_text(solution, encoding="utf-8")
    (folder / "honest" / "bangla_digits.py").write_text("ANSWERS = {}\n", encoding="utf-8")
    done = grader("validate", "--seeds", "1", "--lang", "en", folder=course)
    assert done.returncode == 2
    assert done.stdout.splitlines()[0] == "Not sound: `quiz_gpu_basics`"
    assert "The unchanged starter fails nothing" in done.stdout
    assert "mistake: no_unit.py: It should give `quiz.unit-missing`" in done.stdout
    assert "honest: bangla_digits.py: It is right, but does not get full points: 0/10" in done.stdout


def test_a_message_in_one_language_alone_is_refused(tmp_path: Path) -> None:
    course = make_course(tmp_path, "quiz_gpu_basics", submissions=False)
    folder = course / "assignments" / "quiz_gpu_basics"
    message = "quiz.own-mistake:\n  title: {en: Wrong}\n"
    (folder / "messages.yaml").write_text(message, encoding="utf-8")
    with (folder / "assignment.yaml").open("a", encoding="utf-8") as file:
        file.write("messages: messages.yaml\n")
    done = grader("validate", "--seeds", "1", "--lang", "en", folder=course)
    assert done.returncode == 2
    assert "messages.yaml:1:1: quiz.own-mistake.title.bn is missing" in done.stderr
