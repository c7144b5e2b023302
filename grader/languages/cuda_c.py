"""CUDA C: a kernel that the grader launches, a function that launches kernels of its own, or a whole program."""

import shutil
from dataclasses import replace
from typing import ClassVar

from grader.boxes.session import Program
from grader.errors import BoxError
from grader.languages._kernels import gather_calls
from grader.model.assignment import Assignment, Exercise
from grader.model.evidence import ExerciseEvidence, Reference
from grader.model.submission import Submission
from grader.ports import Bench


class CudaCLanguage:
    """Compiles the CUDA C of a submission in a box, and calls `entry(*inputs)` there; `main` is run as a program."""

    blocks: ClassVar[bool] = True

    def gather(
        self,
        submission: Submission,
        exercise: Exercise,
        assignment: Assignment,
        bench: Bench,
    ) -> tuple[ExerciseEvidence, Reference]:
        """Run the entry on every case; time it where the device can.

        Raises:
            BoxError: the judge's side broke, or has a card and no nvcc.
            ConfigError: the author's own code failed.
        """
        if bench.lease.environment.get("GRADER_DEVICE") == "cuda" and shutil.which("nvcc") is None:
            raise BoxError("CUDA C needs nvcc where a card is, and this machine has none")
        program = Program(submission=_cuda_c(submission), entry=exercise.entry, driver="cuda_c")
        return gather_calls(program, assignment, exercise, bench)


def _cuda_c(submission: Submission) -> Submission:
    """Return a submission of which only the CUDA C is run."""
    cells = tuple(replace(cell, kind="code") for cell in submission.cells if cell.kind == "cuda_c")
    return replace(submission, cells=cells)
