"""Numba CUDA: a kernel that the grader launches, or a function that launches kernels of its own."""

from typing import ClassVar

from grader.boxes.session import Program
from grader.languages._kernels import gather_calls
from grader.model.assignment import Assignment, Exercise
from grader.model.evidence import ExerciseEvidence, Reference
from grader.model.submission import Submission
from grader.ports import Bench


class NumbaCudaLanguage:
    """Calls `entry(*inputs)`; arrays lie between guard zones, on the device where there is a `launch`."""

    blocks: ClassVar[bool] = True

    def gather(
        self,
        submission: Submission,
        exercise: Exercise,
        assignment: Assignment,
        bench: Bench,
    ) -> tuple[ExerciseEvidence, Reference]:
        """Run the kernel, or the function, on every case; time it where the device can."""
        program = Program(submission=submission, entry=exercise.entry, driver="numba_cuda")
        return gather_calls(program, assignment, exercise, bench)
