"""Triton: a kernel that the grader launches, or a function of tensors that launches kernels of its own."""

from importlib.util import find_spec

from grader.languages._launched import gather_launches
from grader.model.assignment import Assignment, Exercise
from grader.model.evidence import Ending, ExerciseEvidence, Outcome, Reference
from grader.model.submission import Submission
from grader.ports import Bench

MISSING = "Triton is not installed: it needs the extra, pip install 'grader[triton]'"


class TritonLanguage:
    """Calls `entry(*inputs)`, tensors between guard zones on the card; with a `launch` the entry is a kernel.

    A `launch` of so many `threads` gives each program that many elements. On the virtual card the programs of a grid
    run in a random order, drawn by the seed of the case.
    """

    def gather(
        self, submission: Submission, exercise: Exercise, assignment: Assignment, bench: Bench
    ) -> tuple[ExerciseEvidence, Reference]:
        """Run the kernel, or the function, on every case; where Triton is not installed, nothing is run."""
        if find_spec("triton") is None:
            load = Outcome(ending=Ending.NOT_RUN, error="MissingLibrary", text=MISSING)
            return ExerciseEvidence(exercise=exercise.id, load=load), Reference(exercise=exercise.id, expected=())
        return gather_launches("triton", submission, exercise, assignment, bench)
