"""Speed on the device cpu, timed for real: honest programs get what they are worth, and no trick gains anything.

Each program says in its docstring what its line `fast` must get. On a machine that is busy with other things a
measurement may show nothing: then the points stay open, which is never a pass.
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
BUSY = {"perf.noisy", "perf.too-close"}  # what a busy machine makes of any measurement


@pytest.fixture(scope="module")
def grader() -> Iterator[app.Grader]:
    built = app.build(load_course(COURSE / "grader.yaml"), ["smooth"], device="cpu")
    try:
        built = built.ready()
    except MachineError as error:
        pytest.skip(str(error))
    yield built
    built.tools.sandbox.close()


def verdicts(grader: app.Grader, program: Path) -> dict[str, Verdict]:
    report = grader.grade(Job(student=program.stem, assignment="smooth", path=str(program)))
    return {verdict.check: verdict for verdict in report.verdicts}


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.stem)
def test_a_program_gets_what_its_time_shows(grader: app.Grader, program: Path) -> None:
    (expected,) = re.findall(r"^Expect: (.+)$", program.read_text(encoding="utf-8"), re.MULTILINE)
    codes = {"" if code == "pass" else code for code in expected.split(" | ")}
    fast = verdicts(grader, program)["fast"]
    timed_well = codes & {"", "perf.partly"}  # what only a machine that is idle shows
    assert fast.finding.code in (codes | BUSY if timed_well else codes), fast
    assert (fast.status is Status.PASS) == (fast.finding.code == "")
    if fast.finding.code == "perf.partly":
        assert Decimal(0) < fast.awarded < fast.points
    elif fast.finding.code:
        assert fast.awarded == 0


def test_a_program_that_is_wrong_while_it_is_timed_is_wrong_for_the_other_lines_too(grader: app.Grader) -> None:
    right = verdicts(grader, COURSE / "programs" / "by_call_counter.py")["right"]
    assert (right.status, right.finding.code) == (Status.FAIL, "output.never-written")
