"""Python: a plain function of numbers and NumPy arrays, compiled by numba or not."""

from typing import ClassVar

from grader.boxes.session import Program
from grader.languages._kernels import gather_calls
from grader.model.assignment import Assignment, Exercise
from grader.model.evidence import ExerciseEvidence, Reference
from grader.model.submission import Submission
from grader.ports import Bench


class PythonLanguage:
    """Calls `entry(*inputs)`; it fills output arguments, which lie between guard zones, or returns its results."""

    blocks: ClassVar[bool] = False

    def gather(
        self,
        submission: Submission,
        exercise: Exercise,
        assignment: Assignment,
        bench: Bench,
    ) -> tuple[ExerciseEvidence, Reference]:
        """Run the function on every case; time it where the device can."""
        program = Program(submission=submission, entry=exercise.entry, driver="python")
        return gather_calls(program, assignment, exercise, bench)
