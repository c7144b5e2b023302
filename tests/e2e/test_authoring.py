"""The tutorial for authors, typed as it stands; every template, tried as it stands."""

import html
import importlib.util
import json
import re
import shlex
import shutil
from pathlib import Path

import pytest
from course import ROOT, grader

from grader.authoring import COURSE_EXAMPLE, languages, new_assignment
from grader.config import load_assignments, load_course
from grader.feedback import handout, starter
from grader.feedback.catalogue import Catalogue
from grader.feedback.translator import Translator
from grader.model.assignment import Assignment, CheckSpec
from grader.model.text import Text

PAGE = (ROOT / "docs/authoring.md").read_text(encoding="utf-8")
SCAFFOLDED = "numba_cuda"  # the template of a new course's assignment, which the tutorial validates
HIDDEN = "secretive"  # the course that has something of everything to hide


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def commands(number: int) -> list[list[str]]:
    return [shlex.split(line)[1:] for line in blocks("sh")[number].splitlines() if line.startswith("grader ")]


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Type everything up to the first assignment of one's own."""
    folder = tmp_path_factory.mktemp("author")
    first, *rest = commands(0)
    assert grader(*first, folder=folder).returncode == 0
    for command in (*rest, *commands(1)):
        done = grader(*command, folder=folder / "my-course")
        assert done.returncode == 0, (command, done.stdout, done.stderr)
    return folder / "my-course"


def test_a_new_course_grades_its_first_submission(course: Path) -> None:
    (report,) = json.loads((course / "results/results.json").read_bytes())["reports"]
    assert (report["assignment"], report["score"]["awarded"], report["score"]["open"]) == (COURSE_EXAMPLE, 8, 0)


def test_the_tutorial_leads_to_a_sound_assignment(course: Path) -> None:
    oracle, doubled, printed, power, lesson = blocks("python")
    own, kept = course / "assignments/square", course / "reference/square"
    cell = {"cell_type": "code", "metadata": {}, "source": lesson, "outputs": []}
    for path, text in {
        own / "assignment.yaml": blocks("yaml")[0], own / "mistakes/doubled.py": doubled,
        own / "mistakes/printed.py": printed, own / "honest/by_power.py": power, kept / "oracle.py": oracle,
        kept / "lesson.ipynb": json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [cell]}),
    }.items():  # fmt: skip
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for command in (*commands(2), *commands(3), *commands(4)):
        if command in commands(0):
            continue  # typed already
        done = grader(*command, folder=course)
        assert done.returncode == 0, (command, done.stdout, done.stderr)
    cells = json.loads((course / "handout/square/square.ipynb").read_bytes())["cells"]
    begin = lesson.partition("    ### BEGIN SOLUTION")[0] + "    # এখানে লিখুন / write here\n"
    assert begin.strip() in ["".join(cell["source"]) for cell in cells], "a cell to work in, as it stands"
    for file in ("square.html", "handout/README.md", "handout/square/README.md", "handout/square/square.ipynb"):
        assert "x * x" not in (course / file).read_text(encoding="utf-8")
    page = re.sub(r"<[^>]+>", "", (course / "square.html").read_text(encoding="utf-8"))
    assert "def square(x):\n" in page
    assert "nbformat" not in page
    shown = grader("preview", "square", folder=course).stdout
    assert "\n    def square(x):\n" in shown


def test_a_starter_that_its_source_does_not_give_is_refused(course: Path) -> None:
    file = course / "reference/first_kernel/solution.py"
    text = file.read_text(encoding="utf-8")
    marked = text.replace("    i = ", "    ### BEGIN SOLUTION\n    i = ") + "    ### END SOLUTION\n"
    yaml = course / "assignments/first_kernel/assignment.yaml"
    before = yaml.read_text(encoding="utf-8")
    file.write_text(marked, encoding="utf-8")
    yaml.write_text(f"{before}source: solution.py\n", encoding="utf-8")
    stale = grader("preview", "first_kernel", "--lang", "en", folder=course)
    assert stale.returncode == 2
    assert "double.py is not what solution.py gives (run `grader split first_kernel`)" in stale.stderr
    assert grader("split", "first_kernel", folder=course).returncode == 0
    shown = grader("preview", "first_kernel", "--lang", "en", folder=course).stdout
    assert "cuda.grid" not in shown
    yaml.write_text(before, encoding="utf-8")
    file.write_text(text, encoding="utf-8")


def test_every_template_is_sound_as_it_stands(course: Path) -> None:
    """By its own programs: that mutants are caught as well is for `grader validate` to say, once a template changes."""
    tried = {SCAFFOLDED} if importlib.util.find_spec("triton") else {SCAFFOLDED, "triton"}
    known = [name for name in languages() if name not in tried]
    for name in known:
        new_assignment(course / "assignments", course / "reference", f"my_{name}", name)
    ids = [f"my_{name}" for name in known]
    done = grader("validate", *ids, "--seeds", "1", "--programs-only", "--lang", "en", folder=course)
    assert done.returncode == 0, done.stdout + done.stderr
    assert [line for line in done.stdout.splitlines() if "ound: " in line] == [f"Sound: `{name}`" for name in ids]


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("new x --language numba", "did you mean 'numba_cuda'?"),
        ("new first_kernel --language quiz", "is there already: choose another id"),
        (
            "new Vec-Add --language quiz",
            "'Vec-Add' is no id: small letters, digits and _, a letter first (did you mean 'vec_add'?)",
        ),
        ("new _draft --language quiz", "(did you mean 'draft'?)"),
        ("new ../x --language quiz", "(did you mean 'x'?)"),
        ("new ৭ --language quiz", "(for example 'vec_add')"),
        ("preview first_kernal", "did you mean 'first_kernel'?"),
        ("split first_kernel", "there is nothing to split"),
        ("init .", "is not empty"),
    ],
)
def test_what_cannot_be_done_is_told_and_changes_nothing(command: str, message: str, course: Path) -> None:
    before = sorted(course.rglob("*"))
    done = grader(*command.split(), "--lang", "en", folder=course)
    assert done.returncode == 2
    assert message in done.stderr
    assert sorted(course.rglob("*")) == before


def test_a_course_speaks_the_language_of_who_makes_it(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    done = grader("init", "--lang", "en", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "cd " not in done.stdout
    assert load_course(tmp_path / "grader.yaml").language == "en"
    assert "cd 'a b'\n" in grader("init", "a b", folder=tmp_path).stdout
    assert load_course(tmp_path / "a b/grader.yaml").language == "en", "the course above speaks English"


def test_what_pip_compiles_beside_a_template_stays_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "grader/authoring/templates/quiz", tmp_path / "templates/quiz")
    for folder in ("assignment/starter", "reference"):
        (tmp_path / "templates/quiz" / folder / "__pycache__").mkdir()
    monkeypatch.setattr("grader.authoring.scaffold._templates", lambda: tmp_path / "templates")
    new_assignment(tmp_path / "assignments", tmp_path / "reference", "mine", "quiz")
    assert not [*(tmp_path / "assignments").rglob("__pycache__"), *(tmp_path / "reference").rglob("__pycache__")]


@pytest.fixture(scope="module", params=["bn", "en"])
def translator(request: pytest.FixtureRequest) -> Translator:
    return Translator(catalogue=Catalogue.load(), language=request.param)


def texts(assignment: Assignment, words: Translator) -> list[str]:
    """Return what a student is shown of an assignment, without fonts and colours."""
    page, begin = handout.handout(assignment, words), starter.read(assignment.starter)
    whole = re.sub(r"<style>.*?</style>", "", handout.html(page, begin, words), flags=re.DOTALL)
    return [handout.markdown(page, words), html.unescape(re.sub("<[^>]+>", "", whole))]


def test_a_preview_shows_nothing_that_is_kept_from_students(translator: Translator) -> None:
    for assignment in load_assignments(load_course(Path(__file__).parent / HIDDEN / "grader.yaml")):
        for text in texts(assignment, translator):
            assert assignment.title.of(translator.language) in text
            for secret in ("SECRET", "7919", "6007", "3571", "9377", "5449"):
                assert secret not in text


def test_a_preview_of_our_own_assignments_shows_no_answer_and_no_solution(translator: Translator) -> None:
    seen = 0
    for assignment in load_assignments(load_course(ROOT / "grader.yaml")):
        given = assignment.starter.read_text(encoding="utf-8")
        lines = {line.strip() for line in assignment.reference.read_text(encoding="utf-8").splitlines()}
        own = {line for line in lines if len(line) > 12 and line not in given}
        told = [text for exercise in assignment.exercises for check in exercise.checks for text in kept(check)]
        for text in texts(assignment, translator):
            assert not {line for line in own if line in text}
            assert not [each for each in told if each.of(translator.language) in text]
        seen += len(own) + len(told)
    assert seen > 60, "otherwise this test proves nothing"


def kept(check: CheckSpec) -> list[Text]:
    """Return what a question says only once it has been answered."""
    because = check.options.get("because", {})
    assert isinstance(because, dict)
    explain = check.options.get("explain")
    return [*because.values(), *([explain] if isinstance(explain, Text) else [])]


def test_a_statement_is_printed_line_by_line_where_its_lines_mean_something(tmp_path: Path) -> None:
    new_assignment(tmp_path / "assignments", tmp_path / "reference", "mine", "python")
    (tmp_path / "grader.yaml").write_text("schema: 1\ntitle: {bn: ক, en: A}\nlanguage: en\n", encoding="utf-8")
    file = tmp_path / "assignments/mine/assignment.yaml"
    text = "One\n    two.\n\n    1. three\n    2. four\n\n    ```python\n    x  = [1]\n    ```\n    five\n"
    whole = file.read_text(encoding="utf-8").replace('en: "Find the mean of an array."', f"en: |\n    {text}")
    file.write_text(whole, encoding="utf-8")
    shown = grader("preview", "mine", folder=tmp_path).stdout
    assert "\n  One two.\n  1. three\n  2. four\n\n    x  = [1]\n\n  five\n  What to hand in" in shown
