"""Triton: a kernel that the grader launches, or a function of tensors that launches kernels of its own."""

from importlib.util import find_spec
from typing import ClassVar

from grader.boxes.session import Program
from grader.languages._kernels import gather_calls
from grader.model.assignment import Assignment, Exercise
from grader.model.evidence import Ending, ExerciseEvidence, Outcome, Reference
from grader.model.submission import Submission
from grader.ports import Bench

# Worded so that the points stay open.
MISSING = "Triton is not emulated on the virtual GPU without the extra: pip install 'grader[triton]'"


class TritonLanguage:
    """Calls `entry(*inputs)` with tensors on the card, each between guard zones; with a `launch` it is a kernel.

    A `launch` of so many `threads` gives each program that many elements; constants are scalars among the inputs. On
    the virtual GPU the programs of a grid run in the random order of the case's seed.
    """

    blocks: ClassVar[bool] = True

    def gather(
        self, submission: Submission, exercise: Exercise, assignment: Assignment, bench: Bench
    ) -> tuple[ExerciseEvidence, Reference]:
        """Run the kernel, or the function, on every case; where Triton is not installed, nothing is run.

        Raises:
            BoxError: the judge's side broke.
            ConfigError: the author's own code failed.
        """
        if find_spec("triton") is None:
            load = Outcome(ending=Ending.RAISED, error="MissingLibrary", text=MISSING)
            return ExerciseEvidence(exercise=exercise.id, load=load), Reference(exercise=exercise.id, expected=())
        program = Program(submission=submission, entry=exercise.entry, driver="triton")
        return gather_calls(program, assignment, exercise, bench)
