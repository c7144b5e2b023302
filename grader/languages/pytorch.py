"""PyTorch: a function of tensors, or one that an author's adapter calls with models, optimizers and batches."""

from collections.abc import Mapping

from grader.boxes.cases import gather
from grader.boxes.session import Program, Session
from grader.model.assignment import Assignment, Case, Exercise
from grader.model.evidence import ExerciseEvidence, Reference, Run
from grader.model.submission import Submission
from grader.model.values import Value
from grader.ports import Bench

ADAPTER = "grader_adapter.py"  # what the driver looks for in the working folder


class PytorchLanguage:
    """Calls `adapter(entry, **inputs)`, and compares the dict that it returns; without adapter `entry(*tensors)`."""

    def gather(
        self,
        submission: Submission,
        exercise: Exercise,
        assignment: Assignment,  # noqa: ARG002 - every language gets it
        bench: Bench,
    ) -> tuple[ExerciseEvidence, Reference]:
        """Run the function on every case."""
        files = {ADAPTER: exercise.adapter.file.read_bytes()} if exercise.adapter else {}
        program = Program(submission=submission, entry=exercise.entry, driver="pytorch", files=files)

        def run(session: Session, case: Case, seed: int, inputs: Mapping[str, Value]) -> Run:
            return _run(exercise, session, case, seed, inputs)

        return gather(program, exercise, bench, run, turns=1)


def _run(exercise: Exercise, session: Session, case: Case, seed: int, inputs: Mapping[str, Value]) -> Run:
    payload: dict[str, Value] = {
        "entry": exercise.entry, "inputs": inputs, "adapter": exercise.adapter.name if exercise.adapter else None
    }  # fmt: skip
    reply = session.request("call", payload)
    returned = reply.value.get("returned")
    return Run(
        case=case,
        seed=seed,
        outcome=reply.outcome,
        inputs=inputs,
        outputs=returned if isinstance(returned, Mapping) else {},
        claims=reply.claims,
    )
