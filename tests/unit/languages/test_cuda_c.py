"""The language where a card is: it takes nvcc to use one."""

from pathlib import Path

import pytest
from benches import bench

from grader import registry
from grader.config import load_assignments, load_course
from grader.errors import BoxError
from grader.model.submission import Cell, Submission

ROOT = Path(__file__).parents[3]


def test_a_card_without_nvcc_is_no_fault_of_the_student(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    (saxpy,) = load_assignments(load_course(ROOT / "grader.yaml"), ["saxpy_cu"])
    cells = (Cell(source="", kind="cuda_c"),)
    submission = Submission(student="s001", assignment="saxpy_cu", file="a.cu", format="cu", digest="", cells=cells)
    with pytest.raises(BoxError, match="CUDA C needs nvcc"):
        registry.load("languages", "cuda_c")().gather(
            submission, saxpy.exercises[0], saxpy, bench("cuda", can_time=True)
        )
