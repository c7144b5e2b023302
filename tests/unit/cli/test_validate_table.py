"""The table of `grader validate`: readable on a narrow terminal, in both languages, with nothing cut off."""

import io
import json
from decimal import Decimal

import pytest
from rich.cells import cell_len
from rich.console import Console

from grader import app
from grader.cli.validate import _as_json, _table
from grader.feedback.labels import Labels
from grader.grading.validation import Complaint
from grader.model.text import Language
from grader.model.verdict import Finding, Status, Verdict

ROWS = (
    app.Row(exercise="kernel", kind="reference", program="solution.py", verdicts=()),
    app.Row(
        exercise="kernel", kind="mistake", program="everything_in_one_block.py", codes=("cuda.grid-rounded-down",),
        verdicts=tuple(
            Verdict(exercise="kernel", check=check, kind="output", points=Decimal(1), awarded=Decimal(0), finding=found)
            for check, found in (
                ("right", Finding(status=Status.FAIL, code="cuda.grid-rounded-down")),
                ("safe", Finding(status=Status.SKIP, code="check.needs")),
                ("fast", Finding(status=Status.DEFER, code="device.cannot-time")),
            )
        ),
    ),
    app.Row(
        exercise="kernel", kind="mutant", program="square", complaints=(Complaint(label="cli.validate.unshown"),)
    ),
)  # fmt: skip


@pytest.mark.parametrize("language", ["bn", "en"])
@pytest.mark.parametrize("width", [40, 100])
def test_nothing_of_the_table_is_cut_off(language: Language, width: int) -> None:
    file = io.StringIO()
    Console(file=file, width=width).print(_table(ROWS, Labels(language=language)))
    lines = file.getvalue().splitlines()
    assert max(map(cell_len, lines)) <= width
    whole = "".join(file.getvalue().split())
    for code in ("solution.py", "✗", "safe", "–"):
        assert code in whole
    if width == 100:
        assert "cuda.grid-rounded-down" in file.getvalue()
        assert "check.needs" not in file.getvalue(), "a check that was not judged has nothing to say"
    assert [line[0] for line in lines if line[0] in "✓✗"] == ["✓", "✓", "✗"]


def test_points_are_numbers_for_programs() -> None:
    few = Complaint(label="cli.validate.honest", params={"got": Decimal("2.5"), "possible": Decimal(4)})
    row = app.Row(exercise="kernel", kind="honest", program="right.py", complaints=(few,))
    [found] = json.loads(_as_json({"vec_add": [row]}))["assignments"]
    assert not found["sound"]
    assert found["programs"][0]["problems"] == [{"problem": "honest", "params": {"got": 2.5, "possible": 4.0}}]
