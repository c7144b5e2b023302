"""`grader messages`, and the settings of language and digits, in a course with messages of its own."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from grader.cli.common import translator
from grader.cli.main import main
from grader.config import load_assignments, load_course
from grader.feedback.labels import Labels
from grader.text.width import width

ROOT = Path(__file__).parents[3]
OWN = "run.not-run:\n  next: {bn: 'শিক্ষককে জানান।', en: 'Tell your instructor.'}\n"


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "grader.yaml").write_text("schema: 1\ntitle: {bn: ক, en: k}\nmessages: own.yaml\n", encoding="utf-8")
    (tmp_path / "own.yaml").write_text(OWN, encoding="utf-8")
    for kind in ("assignments", "reference"):
        shutil.copytree(ROOT / kind / "quiz_gpu_basics", tmp_path / kind / "quiz_gpu_basics")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def grader(capsys: pytest.CaptureFixture[str]) -> "Grader":
    return Grader(capsys)


class Grader:
    """The command line, in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main(["messages", *arguments])
        shown = self.capsys.readouterr()
        return int(ended.value.code or 0), shown.out, shown.err


@pytest.mark.usefixtures("course")
def test_all_messages_are_listed_in_one_language(grader: Grader) -> None:
    code, out, _ = grader("--lang", "en")
    assert code == 0
    assert "run.not-run  This test was not run\n" in out
    assert len(out.splitlines()) > 300


@pytest.mark.usefixtures("course")
def test_a_preview_has_both_languages_and_tells_what_the_course_replaces(grader: Grader) -> None:
    _, out, _ = grader("run.not-run")
    assert out.startswith("run.not-run  ")
    assert "এবার যা করবেন: শিক্ষককে জানান।  [own.yaml:2]\n" in out
    assert "What to try next: Tell your instructor.  [own.yaml:2]\n" in out
    assert out.count("[own.yaml") == 2, "the other parts are the built-in ones"


@pytest.mark.usefixtures("course")
def test_no_line_of_a_preview_is_left_to_the_terminal_to_break(grader: Grader) -> None:
    _, out, _ = grader("cuda.b*")
    assert max(map(width, out.splitlines())) <= 100


@pytest.mark.usefixtures("course")
def test_a_pattern_and_a_language_choose(grader: Grader) -> None:
    _, out, _ = grader("cuda.race*", "--lang", "en", "--digits", "latin")
    assert "\ncuda.race-warp  " in out
    assert "line 9 of `reduce.py`" in out
    assert "পাওয়া" not in out


@pytest.mark.parametrize(
    ("arguments", "course_says", "shown"),
    [((), "", "`reduce.py`-এর ৯ নম্বর লাইন"), (("--digits", "latin"), "", "`reduce.py`-এর 9 নম্বর লাইন"),
     ((), "digits: latin\n", "`reduce.py`-এর 9 নম্বর লাইন"),
     (("--digits", "auto"), "digits: latin\n", "`reduce.py`-এর ৯ নম্বর লাইন")],
)  # fmt: skip
def test_the_course_and_the_command_line_choose_the_digits(
    course: Path, grader: Grader, arguments: tuple[str, ...], course_says: str, shown: str
) -> None:
    with (course / "grader.yaml").open("a", encoding="utf-8") as file:
        file.write(course_says)
    assert shown in grader("cuda.race", *arguments)[1]


def test_an_assignment_may_replace_what_the_course_says(course: Path, grader: Grader) -> None:
    folder = course / "assignments" / "quiz_gpu_basics"
    (folder / "m.yaml").write_text(OWN.replace("Tell", "Ask"), encoding="utf-8")
    with (folder / "assignment.yaml").open("a", encoding="utf-8") as file:
        file.write("messages: m.yaml\n")
    _, out, _ = grader("run.not-run", "--lang", "en", "--assignment", "quiz_gpu_basics")
    assert "Ask your instructor.  [assignments/quiz_gpu_basics/m.yaml:2]" in out
    assert "Tell your instructor." in grader("run.not-run", "--lang", "en")[1]
    (folder / "m.yaml").write_text("run.not-run:\n  nxt: {bn: 'ক।', en: 'K.'}\n", encoding="utf-8")
    code, _, err = grader("--check")
    assert code == 2
    assert "assignments/quiz_gpu_basics/m.yaml:2:3: " in err
    assert "next" in err


@pytest.mark.usefixtures("course")
def test_what_one_assignment_replaces_reaches_no_other(course: Path) -> None:
    own = course / "m.yaml"
    own.write_text(OWN.replace("Tell", "Ask"), encoding="utf-8")
    loaded = load_course(course / "grader.yaml")
    (quiz,) = load_assignments(loaded)
    words = translator(Labels(language="en"), loaded, [replace(quiz, messages=own), replace(quiz, id="other")])
    assert words.of(quiz.id).message("run.not-run", {}).next == "Ask your instructor."
    assert words.of("other").message("run.not-run", {}).next == "Tell your instructor."


def test_a_misspelt_code_comes_with_the_nearest(grader: Grader) -> None:
    code, _, err = grader("cuda.rase")
    assert code == 2
    assert "cuda.race" in err


def test_checking_finds_nothing_in_the_built_in_texts_and_everything_in_a_bad_file(
    course: Path, grader: Grader
) -> None:
    assert grader("--check")[0] == 0
    (course / "bad.yaml").write_text("run.not-run:\n  next: {bn: 'মান 3।'}\nrun.not-ran: {}\n", encoding="utf-8")
    code, _, err = grader("--check", "bad.yaml", "own.yaml")
    assert code == 2
    assert [line.split()[0] for line in err.splitlines()[1:]] == ["bad.yaml:2:14:", "bad.yaml:3:1:"]


def test_without_a_course_the_built_in_messages_are_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, grader: Grader
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "run.not-run" in grader()[1]
    assert grader("--course", "none.yaml")[0] == 2
