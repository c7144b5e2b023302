"""Speed on the device cpu, timed for real: honest programs get what they are worth, and no trick gains anything.

Each program says in its docstring what its line `fast` must get, and of which assignment if not of `smooth`. On a busy
machine a measurement may show nothing: then the points stay open, which is never a pass.
"""

import re
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest

from grader import app
from grader.config import load_course
from grader.errors import MachineError
from grader.model.job import Job
from grader.model.verdict import Status, Verdict

COURSE = Path(__file__).with_name("speed")
PROGRAMS = sorted((COURSE / "programs").glob("*.py"))
BUSY = {
    "perf.noisy",
    "perf.too-close",
    "perf.bandwidth-too-close",
    "perf.too-short",
    "perf.not-idle",
}  # what a busy machine makes of any measurement


@pytest.fixture(scope="module")
def grader() -> Iterator[app.Grader]:
    built = app.build(load_course(COURSE / "grader.yaml"), device="cpu")
    try:
        built = built.ready()
    except MachineError as error:
        pytest.skip(str(error))
    yield built
    built.tools.sandbox.close()


def verdicts(grader: app.Grader, program: Path) -> dict[str, Verdict]:
    name = re.findall(r"^Assignment: (.+)$", program.read_text(encoding="utf-8"), re.MULTILINE)
    report = grader.grade(Job(student=program.stem, assignment=name[0] if name else "smooth", path=str(program)))
    return {verdict.check: verdict for verdict in report.verdicts}


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.stem)
def test_a_program_gets_what_its_time_shows(grader: app.Grader, program: Path) -> None:
    (expected,) = re.findall(r"^Expect: (.+)$", program.read_text(encoding="utf-8"), re.MULTILINE)
    codes = {"" if code == "pass" else code for code in expected.split(" | ")}
    fast = verdicts(grader, program)["fast"]
    timed_well = codes & {"", "perf.partly", "perf.little-bandwidth"}  # what only a machine that is idle shows
    assert fast.finding.code in (codes | BUSY if timed_well else codes), fast
    assert (fast.status is Status.PASS) == (fast.finding.code == "")
    if fast.finding.code == "perf.partly":
        assert Decimal(0) < fast.awarded < fast.points
    elif fast.finding.code:
        assert fast.awarded == 0


def test_a_program_that_is_wrong_while_it_is_timed_is_wrong_for_the_other_lines_too(grader: app.Grader) -> None:
    right = verdicts(grader, COURSE / "programs" / "by_call_counter.py")["right"]
    assert (right.status, right.finding.code) == (Status.FAIL, "output.never-written")


NEEDS_A_CARD = "import torch\n\ndef smooth(x, y):\n    torch.ones(1).cuda()\n"


def test_code_that_needs_a_card_keeps_its_points_open(grader: app.Grader, tmp_path: Path) -> None:
    (tmp_path / "smooth.py").write_text(NEEDS_A_CARD, encoding="utf-8")
    found = verdicts(grader, tmp_path / "smooth.py")
    assert [(each.status, each.finding.code) for each in found.values()] == [(Status.DEFER, "device.no-card")] * 2


def test_an_exercise_for_a_card_is_not_run_without_one() -> None:
    root = Path(__file__).parents[2]
    built = app.build(load_course(root / "grader.yaml"), ["vec_add"], device="cpu")
    report = built.grade(Job(student="s", assignment="vec_add", path=str(root / "reference/vec_add/solution.py")))
    assert {(each.status, each.finding.code) for each in report.verdicts} <= {
        (Status.DEFER, "device.no-card"), (Status.DEFER, "check.needs"), (Status.PASS, "")
    }  # fmt: skip
    assert report.score is not None
    assert report.score.open == report.score.possible
