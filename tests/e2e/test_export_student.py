"""What students get: all that they need, and nothing of what is kept from them."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from course import ROOT, grader

from grader.config import load_assignments, load_course
from grader.feedback.worksheet import Home
from grader.model.values import Array, Value
from grader.selfcheck.checking import OWN
from grader.store import editions

COURSE = Path(__file__).parent / "secretive"
# Everything in this course that is kept from students, in words and in numbers.
TOLD = (
    "SECRET-comment-of-total", "SECRET_first_left_out", "SECRET-mistake", "SECRET_loop", "SECRET-honest",
    "SECRET-solution", "SECRET-oracle", "SECRET-tests", "SECRET-assertion", "SECRET-because", "SECRET-explain",
    "SECRET-accepted", "SECRET-refused", "SECRET-idea", "SECRET-wording", "SECRET-line",
    "7919", "6007", "4217", "3571", "3.25", "9377", "5449",
)  # fmt: skip
SIZES = {7919, 6007, 4217, 3571}
HOME = "https://github.com/owner/course/tree/main/gpu"


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("exported")
    ran = grader("export-student", folder, "--github", HOME, folder=COURSE)
    assert ran.returncode == 0, ran.stderr
    return folder


def texts(folder: Path) -> str:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return "\n".join(f"{path.relative_to(folder)}\n{path.read_text(encoding='utf-8')}" for path in files)


def arrays(value: Value) -> list[Array]:
    if isinstance(value, Array):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [array for each in inner for array in arrays(each)]


def check(folder: Path, file: str, source: str) -> str:
    (folder / file).write_text(source, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "error"}
    ran = subprocess.run(
        [sys.executable, file], cwd=folder, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.mark.parametrize("secret", TOLD)
def test_no_secret_is_in_it(exported: Path, secret: str) -> None:
    assert secret in texts(COURSE), "otherwise this test proves nothing"
    assert secret not in texts(exported)


def test_no_array_has_the_size_of_a_hidden_case(exported: Path) -> None:
    found = editions.load(exported / "self-check" / "total").assignment.exercises[0].record
    assert found is not None
    lengths = {len(array.data) // 8 for known in found.known for array in arrays([dict(known.inputs)])}
    assert 6 in lengths
    assert not lengths & SIZES


def test_each_folder_has_statement_starter_and_notebook(exported: Path) -> None:
    assert sorted(path.name for path in exported.iterdir()) == ["README.md", "asked", "printed", "self-check", "total"]
    assert sorted(path.name for path in (exported / "total").iterdir()) == ["README.md", "total.ipynb", "total.py"]
    statement = (exported / "total/README.md").read_text(encoding="utf-8")
    assert "`total(a)` লিখুন" in statement
    assert "`n=6`" in statement
    assert "গোপন test-এর সংখ্যা: ৩" in statement


def test_a_notebook_opens_in_colab_and_holds_the_starter(exported: Path) -> None:
    path = exported / "total/total.ipynb"
    nbformat.validate(json.loads(path.read_text(encoding="utf-8")))
    cells = ["".join(cell["source"]) for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]]
    assert "colab.research.google.com/github/owner/course/blob/main/gpu/total/total.ipynb" in cells[0]
    assert "%pip install -q grader-" in cells[1]
    assert "git clone -q --depth 1 --branch main https://github.com/owner/course" in cells[1]
    assert "def total(a):" in cells[4]
    assert 'grader.check("total")' in cells[5]


def test_the_address_of_a_notebook_at_the_top_of_a_repository() -> None:
    home = Home(owner="o", repository="r", branch="b")
    assert home.notebook("a/a.ipynb") == "https://colab.research.google.com/github/o/r/blob/b/a/a.ipynb"


def test_a_student_checks_a_script_with_it(exported: Path) -> None:
    source = 'import grader\n\ndef total(a):\n    return float(a.sum())\n\ngrader.check("total", lang="en")\n'
    right = check(exported / "total", "mine.py", source)
    assert "Self-check: it carries no mark." in right
    assert "✓ passed  Right result" in right
    assert "○ checked later  Speed" in right
    wrong = check(exported / "total", "mine.py", source.replace("a.sum()", "a[1:].sum()"))
    assert "✗ failed  Right result" in wrong
    assert "the smallest input" in wrong.lower()


def test_of_a_quiz_it_says_only_whether_there_is_an_answer(exported: Path) -> None:
    source = 'import grader\n\nANSWERS = {"q1": "a", "q2": "9377 s"}\n\ngrader.check("asked", lang="en")\n'
    shown = check(exported / "asked", "mine.py", source)
    assert "An answer to `q1` was found" in shown
    assert "An answer to `q2` was found" in shown
    assert "✗ failed" in shown  # the third one is missing
    assert "wrong" not in shown.lower()


def test_a_folder_with_other_things_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine", encoding="utf-8")
    ran = grader("export-student", tmp_path, "--lang", "en", folder=COURSE)
    assert ran.returncode == 2
    assert "is not empty" in ran.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_an_address_that_is_none_of_github_is_refused(tmp_path: Path) -> None:
    ran = grader("export-student", tmp_path, "--github", "owner/course", "--lang", "en", folder=COURSE)
    assert ran.returncode == 2
    assert "expected https://github.com/OWNER/REPOSITORY/tree/BRANCH/FOLDER" in ran.stderr


def test_a_solution_that_fails_on_a_public_case_is_not_exported(tmp_path: Path) -> None:
    shutil.copytree(COURSE, tmp_path / "course")
    solution = tmp_path / "course/reference/total/solution.py"
    solution.write_text("def total(a):\n    return 0.0\n", encoding="utf-8")
    ran = grader("export-student", tmp_path / "out", "total", "--lang", "en", folder=tmp_path / "course")
    assert ran.returncode == 2
    assert "the solution does not pass on the public cases (total/right" in ran.stderr


def test_the_package_carries_the_editions_of_todays_assignments() -> None:
    today = {each.id: each.digest for each in load_assignments(load_course(ROOT / "grader.yaml"))}
    carried = {name: editions.load(OWN / name).assignment.digest for name in editions.names(OWN)}
    assert carried == today, "run `make editions`"
