"""The language in real boxes: a file is run once, as the main program, and its variables are read."""

from dataclasses import replace
from pathlib import Path

from grader import registry
from grader.model.assignment import Assignment, Exercise, FunctionRef, Limits
from grader.model.evidence import Ending, ExerciseEvidence, Reference
from grader.model.submission import Cell, Submission
from grader.model.text import Text
from grader.model.values import Array
from grader.ports import Bench, Lease

TEXT = Text(bn="ক", en="a")
SCRIPT = """\
import sys
import numpy as np
from dataclasses import dataclass
@dataclass
class Pair:
    first: "int"
def main():
    global squares, half, odd
    squares, half, odd = np.arange(3) ** 2, 0.5, Pair(1)
    print("half", half)
if __name__ == "__main__":
    sys.exit(main())
"""


def gather(folder: Path, *sources: str, file: str = "a.py") -> tuple[ExerciseEvidence, Reference]:
    oracle = "def right():\n    return {'squares': [0, 1, 4], 'half': 0.5, 'odd': 1, 'gone': 2}\n"
    (folder / "oracle.py").write_text(oracle, encoding="utf-8")
    exercise = Exercise(
        id="e", title=TEXT, statement=TEXT, language="script", checks=(),
        oracle=FunctionRef(file=folder / "oracle.py", name="right"),
    )  # fmt: skip
    assignment = Assignment(
        id="a", title=TEXT, statement=TEXT, folder=folder, submit=("a.py",), starter=folder, reference=folder,
        exercises=(exercise,),
    )  # fmt: skip
    notebook = file.endswith(".ipynb")
    cells = tuple(Cell(source=source, number=number if notebook else None) for number, source in enumerate(sources, 1))
    submission = Submission(student="s", assignment="a", file=file, format="py", digest="", cells=cells)
    bench = Bench(
        sandbox=registry.load("sandboxes", "local")(),
        lease=Lease(environment={"GRADER_DEVICE": "virtual", "CUDA_VISIBLE_DEVICES": ""}),
        limits=Limits(wall_s=20.0),
        seed=lambda _case: 1,
        can_time=False,
    )
    found: tuple[ExerciseEvidence, Reference] = registry.load("languages", "script")().gather(
        replace(submission, format="ipynb") if notebook else submission, exercise, assignment, bench
    )
    return found


def test_a_script_runs_as_the_main_program_and_its_variables_are_read(tmp_path: Path) -> None:
    evidence, reference = gather(tmp_path, SCRIPT)
    (run,) = evidence.runs
    assert run.printed == evidence.output == "half 0.5\n"
    squares = run.outputs["squares"]
    assert isinstance(squares, Array)
    assert (squares.dtype, squares.shape, run.outputs["half"]) == ("int64", (3,), 0.5)
    assert sorted(run.outputs) == ["half", "squares"]
    assert run.claims["types"] == {"squares": "ndarray", "half": "float", "odd": "Pair"}
    assert reference.expected == ({"squares": [0, 1, 4], "half": 0.5, "odd": 1, "gone": 2},)


def test_a_script_that_fails_has_no_run_and_a_notebook_counts_up_to_there(tmp_path: Path) -> None:
    evidence, reference = gather(tmp_path, "half = 0.5\nhalf.nothing\n")
    assert (evidence.runs, reference.expected, evidence.load.where) == ((), (), "a.py:2")
    assert gather(tmp_path, "raise SystemExit(3)\n")[0].load.error == "SystemExit"
    evidence, _ = gather(tmp_path, "half = 0.5\nprint(half)\n", "half.nothing\n", file="a.ipynb")
    (run,) = evidence.runs
    assert (run.outputs, run.printed) == ({"half": 0.5}, "0.5\n")
    assert (evidence.load.ending, evidence.load.where) == (Ending.RAISED, "cell 2, line 1")


def test_a_value_that_cannot_be_handed_over_costs_only_itself(tmp_path: Path) -> None:
    source = """\
class Odd:
    def __getattr__(self, name):
        raise SystemError(name)
odd, half = Odd(), 0.5
squares = [1, {"a": Odd()}]
"""
    (run,) = gather(tmp_path, source)[0].runs
    assert run.outputs == {"half": 0.5}
