"""The command line, as a person or a program calls it."""

import csv
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
from course import ROOT, grader, make_course

from grader import __version__
from grader.cli.main import COMMANDS

QUIZ = "quiz_gpu_basics"
NAMES = [module.__name__.rpartition(".")[2].strip("_").replace("_", "-") for module in COMMANDS]


@pytest.fixture
def quiz(tmp_path: Path) -> Path:
    return make_course(tmp_path, QUIZ)


def test_help_lists_every_command_in_bangla_by_default() -> None:
    shown = grader("--help").stdout
    assert re.findall(r"^  (\w[\w-]*)  ", shown, re.MULTILINE) == NAMES
    assert shown.startswith("ব্যবহার: ")


def test_help_follows_the_language_of_the_course(tmp_path: Path) -> None:
    (tmp_path / "grader.yaml").write_text("schema: 1\nlanguage: en\n")
    assert grader("--help", folder=tmp_path).stdout.startswith("Usage: ")
    assert grader("--help", "--lang", "bn", folder=tmp_path).stdout.startswith("ব্যবহার: ")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", ["bn", "en"])
def test_every_command_explains_itself_in_both_languages(name: str, language: str) -> None:
    shown = grader(name, "--help", "--lang", language)
    assert shown.returncode == 0
    assert "--lang" in shown.stdout
    assert ("Usage" in shown.stdout, "ব্যবহার" in shown.stdout) == (language == "en", language == "bn")


def test_the_parent_never_imports_what_is_slow_to_import() -> None:
    code = """
import sys
from grader.cli.main import main
try:
    main(["--help"])
except SystemExit:
    print(sorted({"torch", "numba", "numpy", "nbformat", "IPython", "jinja2", "rich"} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_version() -> None:
    assert grader("--version").stdout.startswith(f"grader {__version__}, Python 3.")


def test_list_shows_every_assignment() -> None:
    shown = grader("list").stdout
    assert shown.count("numba_cuda") == 1, "each language once"
    assert [line.split()[0] for line in shown.splitlines()] == sorted(path.name for path in ROOT.glob("assignments/*"))


def test_doctor_says_what_works_and_what_isolates_nothing() -> None:
    done = grader("doctor", "--lang", "en")
    assert done.returncode == 0
    rows = {line[2:].partition(": ")[0]: line for line in done.stdout.splitlines()}
    assert rows["torch"].startswith("✓")
    assert rows["device virtual"].startswith("✓")
    assert "isolates nothing" in rows["sandbox local"]


def test_doctor_says_what_is_missing_and_what_mends_it(tmp_path: Path) -> None:
    shown = grader("doctor", "--lang", "en", folder=tmp_path).stdout
    assert "– grader.yaml: none here or above" in shown
    assert "`grader init`" in shown


@pytest.mark.parametrize("what", ["assignment", "course"])
def test_schema_is_json_schema(what: str) -> None:
    schema = json.loads(grader("schema", what).stdout)
    jsonschema.Draft202012Validator.check_schema(schema)


def test_grade_prints_a_report_and_ends_with_0_when_the_score_is_final(quiz: Path) -> None:
    done = grader("grade", f"submissions/{QUIZ}/s003/quiz.py", "--assignment", QUIZ, folder=quiz)
    assert done.returncode == 0, done.stderr
    assert "মোট নম্বর: ১/১০" in done.stdout


def test_open_points_end_with_1(quiz: Path) -> None:
    assert grader("grade", f"submissions/{QUIZ}/s002", "--assignment", QUIZ, folder=quiz).returncode == 1


def test_grade_gives_json_for_programs(quiz: Path) -> None:
    done = grader(
        "grade", f"submissions/{QUIZ}/s003", f"submissions/{QUIZ}/s001", "--assignment", QUIZ, "--json", folder=quiz
    )
    body = json.loads(done.stdout)
    assert body["schema"] == 1
    assert [(each["student"], each["score"]["awarded"]) for each in body["reports"]] == [("s003", 1), ("s001", 10)]


def test_an_unreadable_file_has_no_score_and_a_reason(quiz: Path) -> None:
    path = quiz / "submissions" / QUIZ / "s001" / "quiz.py"
    path.write_bytes(b"")
    done = grader("grade", path, "--assignment", QUIZ, "--json", folder=quiz)
    (report,) = json.loads(done.stdout)["reports"]
    assert (report["score"], report["problem"]["code"], done.returncode) == (None, "intake.empty", 1)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["grade", "grader.yaml"], "--assignment"),
        (["grade", "no_such_file.py", "--assignment", QUIZ], "no_such_file.py"),
        (["grade", "grader.yaml", "--assignment", "quiz_gpu_basic"], f"(আপনি কি '{QUIZ}' বোঝাতে চেয়েছেন?)"),
        (["grade", "grader.yaml", "--assignment", QUIZ, "--sandbox", "loca"], "আপনি কি 'local' বোঝাতে চেয়েছেন?"),
        (["grade", "grader.yaml", "--assignment", QUIZ, "--device", "cude"], "আপনি কি 'cuda' বোঝাতে চেয়েছেন?"),
        (["validate", "vec"], "vec"),
        (["batch", "assignments/quiz_gpu_basics"], "নামে কোনো assignment নেই"),
        (["rejudge", "assignments"], "assignments"),
        (["nothing"], "যা আছে: grade, batch,"),
        (["validat"], "আপনি কি 'validate' বোঝাতে চেয়েছেন?"),
        (["list", "--course", "missing.yaml"], "missing.yaml"),
    ],
)
def test_a_wrong_command_line_says_what_is_wrong(quiz: Path, arguments: list[str], said: str) -> None:
    done = grader(*arguments, folder=quiz)
    assert done.returncode in {2, 3}
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    # Whose fault it is stands first, in the language of the course.
    assert re.match(r"[^\n]*[\u0980-\u09ff]", done.stderr)


def test_nothing_is_run_while_the_course_has_a_problem(quiz: Path) -> None:
    with (quiz / "assignments" / QUIZ / "assignment.yaml").open("a", encoding="utf-8") as file:
        file.write("colour: blue\n")
    done = grader("batch", folder=quiz)
    assert done.returncode == 2
    assert re.search(r"assignment\.yaml:\d+:1: .*colour", done.stderr)
    assert not (quiz / "results").exists()


def test_a_device_that_is_not_there_is_said_at_once(quiz: Path) -> None:
    if "✓ device cuda" in grader("doctor").stdout:
        pytest.skip("there is a CUDA card")
    done = grader("batch", "--device", "cuda", folder=quiz)
    assert (done.returncode, done.stdout) == (3, "")
    assert "CUDA card নেই" in done.stderr


def test_a_fault_of_the_machine_is_no_zero_and_is_told_to_the_instructor(quiz: Path) -> None:
    # A student's folder that cannot be replaced: evidence cannot be kept.
    (quiz / "results" / "evidence").mkdir(parents=True)
    (quiz / "results" / "evidence" / QUIZ).write_text("in the way", encoding="utf-8")
    done = grader("batch", folder=quiz)
    assert done.returncode == 3
    assert "evidence রাখা যায়নি" in done.stderr


def test_batch_writes_every_kind_of_report(quiz: Path) -> None:
    done = grader("batch", folder=quiz)
    assert done.returncode == 1, done.stderr
    assert done.stdout.splitlines()[-1].endswith("`results/index.html`")
    names = {str(path.relative_to(quiz / "results")) for path in (quiz / "results").rglob("*") if path.is_file()}
    students = sorted(path.name for path in (quiz / "submissions" / QUIZ).iterdir())
    expected = {f"reports/{QUIZ}/{student}.{kind}" for student in students for kind in ("html", "md", "json")}
    assert names >= expected | {"index.html", "results.json", "results.csv"}
    with (quiz / "results" / "results.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["student"], row["awarded"], row["open"]) for row in rows][:3] == [
        ("s001", "10", "0"), ("s002", "8", "2"), ("s003", "1", "0"),
    ]  # fmt: skip


def test_rejudge_runs_nothing_and_follows_the_rubric(quiz: Path) -> None:
    grader("batch", folder=quiz)
    before = json.loads((quiz / "results" / "results.json").read_bytes())
    (quiz / "submissions" / QUIZ).rename(quiz / "gone")
    assert "কোনো নম্বর বদলায়নি" in grader("rejudge", "results", folder=quiz).stdout
    assert json.loads((quiz / "results" / "results.json").read_bytes()) == before
    path = quiz / "assignments" / QUIZ / "assignment.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('answer: "778"', 'answer: "777"'), encoding="utf-8")
    done = grader("rejudge", "results", "--lang", "en", folder=quiz)
    changed = re.search(r"changed points: (\d+)", done.stdout)
    assert changed is not None
    assert int(changed[1]) >= 5


def test_overview_writes_the_page_of_the_class_from_what_was_published(quiz: Path) -> None:
    grader("batch", folder=quiz)
    page = quiz / "results" / "index.html"
    before = page.read_text(encoding="utf-8")
    page.unlink()
    (quiz / "submissions").rename(quiz / "gone")
    shutil.rmtree(quiz / "results" / "evidence")
    done = grader("overview", folder=quiz)
    assert (done.returncode, "results/index.html" in done.stdout) == (0, True)
    assert page.read_text(encoding="utf-8") == before
    (quiz / "assignments" / QUIZ).rename(quiz / "assignment")
    assert grader("overview", "results", "--lang", "en", folder=quiz).returncode == 0
    assert f"<h3>{QUIZ}</h3>" in page.read_text(encoding="utf-8")


def test_overview_of_nothing_or_of_a_damaged_file_says_so(quiz: Path) -> None:
    (quiz / "results").mkdir()
    assert grader("overview", folder=quiz).returncode == 2
    (quiz / "results" / "results.json").write_text("{", encoding="utf-8")
    done = grader("overview", "--lang", "en", folder=quiz)
    assert done.returncode == 3
    assert "results.json is damaged" in done.stderr


def test_a_student_may_be_a_single_file(quiz: Path) -> None:
    folder = quiz / "submissions" / QUIZ
    (folder / "s001" / "quiz.py").rename(folder / "s101.py")
    grader("batch", folder=quiz)
    assert (quiz / "results" / "reports" / QUIZ / "s101.html").is_file()


def test_odd_names_of_students_are_safe_in_every_output(quiz: Path) -> None:
    folder = quiz / "submissions" / QUIZ
    names = {
        b"\xff\xfe": "??", "রহিম".encode(): "রহিম", b"two\nlines": "two\nlines", b"<b>&'\"": "<b>&'\"", b"=1+1": "=1+1",
        b"-rf": "-rf", b"%s{0}": "%s{0}",
    }  # fmt: skip
    for name in names:
        shutil.copytree(folder / "s001", folder / os.fsdecode(name))
    for other in folder.glob("s0*"):
        shutil.rmtree(other)
    done = grader("batch", folder=quiz)
    assert (done.returncode, done.stderr) == (0, "")
    reports = json.loads((quiz / "results" / "results.json").read_bytes())["reports"]
    assert sorted(report["student"].replace("\ufffd", "?") for report in reports) == sorted(names.values())
    page = (quiz / "results" / "index.html").read_text(encoding="utf-8")
    assert "<b>&'" not in page
    assert grader("rejudge", "results", folder=quiz).returncode == 0
