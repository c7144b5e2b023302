"""An author's pytest file against submissions in real boxes: values cross, faults are told, broken tests are blamed."""

from pathlib import Path

import pytest

from grader import registry
from grader.boxes.tests import run_tests
from grader.errors import ConfigError
from grader.model.assignment import Assignment, Exercise, Limits
from grader.model.evidence import Ending, OwnTest
from grader.model.submission import Cell, Submission
from grader.model.text import Text
from grader.ports import Bench, Lease

TEXT = Text(bn="ক", en="a")
SOLUTION = """\
import numpy as np
size = [1, 2.5, {"a": True}]
def add(a, b, scale=1):
    return scale * (a + b)
def divide(a, b):
    return a / b
def kind(x):
    return type(x).__name__
"""
TESTS = """\
import numpy as np
import pytest
from helper import TWO

def test_values(submission):
    assert submission.add(1, b=TWO, scale=2) == 6
    both = submission.add(np.arange(3, dtype=np.float32), np.ones(3, np.float32))
    assert both.dtype == np.float32
    np.testing.assert_array_equal(both, [1, 2, 3])
    assert submission["size"] == [1, 2.5, {"a": True}]

def test_errors(submission):
    with pytest.raises(submission.Error, match=r"ZeroDivisionError: .*\\(a.py:6\\)"):
        submission.divide(1, 0)

@pytest.mark.parametrize("n", [1, 2])
def test_many(submission, n):
    assert submission.divide(n, n) == 1, "n by itself is one"

@pytest.mark.skip(reason="not written yet")
def test_later(submission):
    pass

def test_inside(submission):
    submission.divide(6, 3)
"""


def tried(
    folder: Path, source: str, tests: str = TESTS, *, language: str = "script", entry: str = "",
    named: tuple[str, ...] = (), wall_s: float = 20.0, solution: str = "solution.py",
) -> dict[str, OwnTest]:  # fmt: skip
    (folder / "test_it.py").write_text(tests, encoding="utf-8")
    (folder / "helper.py").write_text("TWO = 2\n", encoding="utf-8")
    (folder / solution).write_text(SOLUTION, encoding="utf-8")
    exercise = Exercise(id="e", title=TEXT, statement=TEXT, language=language, entry=entry, checks=())
    assignment = Assignment(
        id="a", title=TEXT, statement=TEXT, folder=folder, submit=("a.py",), starter=folder,
        reference=folder / solution, exercises=(exercise,),
    )  # fmt: skip
    bench = Bench(
        sandbox=registry.load("sandboxes", "local")(),
        lease=Lease(environment={"GRADER_DEVICE": "virtual", "CUDA_VISIBLE_DEVICES": ""}),
        limits=Limits(wall_s=wall_s),
        seed=lambda _case: 1,
        can_time=False,
    )
    submission = Submission(
        student="s", assignment="a", file="a.py", format="py", digest="", cells=(Cell(source=source),)
    )
    found = run_tests(folder / "test_it.py", submission, exercise, assignment, bench, named=named)
    return {test.name: test for test in found}


def results(found: dict[str, OwnTest]) -> dict[str, str]:
    return {name: test.result for name, test in found.items()}


def test_the_solution_passes_and_values_of_all_sorts_cross(tmp_path: Path) -> None:
    found = tried(tmp_path, SOLUTION, entry="add", named=("test_many",))
    assert results(found) == {
        "test_values": "passed", "test_errors": "passed", "test_many[1]": "passed", "test_many[2]": "passed",
        "test_later": "skipped", "test_inside": "passed",
    }  # fmt: skip


def test_each_failure_has_its_reason(tmp_path: Path) -> None:
    source = SOLUTION.replace("a / b", "a // b + a - 1").replace("def add", "def plus")
    found = tried(tmp_path, source)
    assert results(found)["test_many[1]"] == "passed"
    many = found["test_many[2]"]
    assert (many.result, many.odd, many.line, many.outcome) == ("failed", False, 16, None)
    assert many.text.startswith("n by itself is one\nassert 2 == 1")
    missing = found["test_values"]
    assert missing.outcome is not None
    assert (missing.outcome.error, missing.outcome.text) == ("MissingEntry", "add")


def test_a_submission_that_hangs_dies_or_cannot_be_loaded_is_told(tmp_path: Path) -> None:
    source = """\
import os
def divide(a, b):
    while True: pass
def add(*a, **b):
    os._exit(3)
"""
    found = tried(tmp_path, source, wall_s=3.0)
    died, hung, last = (found[name].outcome for name in ("test_values", "test_errors", "test_inside"))
    assert died is not None
    assert died.ending is Ending.DIED
    assert hung is not None
    assert (hung.ending, hung.limit) == (Ending.TIMEOUT, 3.0)
    assert last is not None
    assert last.ending is Ending.TIMEOUT
    assert tried(tmp_path, "1 / 0\n") == {}


def test_functions_of_tensors_get_tensors(tmp_path: Path) -> None:
    tests = """\
import numpy as np
def test_kind(submission):
    assert submission.kind(np.ones(2, np.float32)) == "Tensor"
    assert submission.kind(2.0) == "float"
    assert (submission.add(np.ones(2, np.float32), 1.0) == 2).all()
"""
    assert results(tried(tmp_path, SOLUTION, tests, language="pytorch")) == {"test_kind": "passed"}


@pytest.mark.parametrize(
    ("tests", "line", "said"),
    [
        ("def test_a(submission):\n    x = (\n", 2, "SyntaxError"),
        ("import nothing_of_this_name\n\ndef test_a(submission): pass\n", 1, "nothing_of_this_name"),
        ("def helper(): pass\n", 0, "there is no test in it"),
        ("def test_a(submisson): pass\n", 1, "test_a"),
        ("\ndef test_a(submission):\n    assert submission.divide(1, 1) == wanted\n", 2, "NameError.*wanted"),
    ],
)
def test_a_broken_file_is_its_author_s_to_mend(tmp_path: Path, tests: str, line: int, said: str) -> None:
    with pytest.raises(ConfigError, match=said) as caught:
        tried(tmp_path, SOLUTION, tests)
    (problem,) = caught.value.problems
    assert (Path(problem.file).name, problem.line) == ("test_it.py", line)


def test_a_test_that_trips_over_the_submission_s_value_is_not_broken(tmp_path: Path) -> None:
    tests = "def test_a(submission):\n    assert submission.add(1, 2) + 1 == 4\n"
    found = tried(tmp_path, SOLUTION.replace("return scale * (a + b)", "print(a + b)"), tests)
    assert (found["test_a"].result, found["test_a"].odd) == ("failed", True)
    assert found["test_a"].text.startswith("TypeError")


def test_a_weight_of_no_test_is_told_with_the_nearest_name(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"no test 'test_valus' \(there is test_values\)"):
        tried(tmp_path, SOLUTION, named=("test_valus",))


def test_cuda_c_has_no_such_tests(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="the solution is CUDA C"):
        tried(tmp_path, SOLUTION, solution="solution.cu")
