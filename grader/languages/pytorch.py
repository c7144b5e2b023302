"""PyTorch: a function of tensors, or one that an author's adapter calls with models, optimizers and batches."""

from collections.abc import Mapping
from typing import ClassVar

from grader.boxes.cases import gather
from grader.boxes.session import Program, Session
from grader.model.assignment import Assignment, Case, Exercise
from grader.model.evidence import ExerciseEvidence, Probe, Reference, Run
from grader.model.submission import Submission
from grader.model.values import Value
from grader.ports import Bench

ADAPTER = "grader_adapter.py"  # what the driver looks for in the working folder


class PytorchLanguage:
    """Calls `adapter(entry, **inputs)`, and compares the dict that it returns; without adapter `entry(*tensors)`."""

    blocks: ClassVar[bool] = False

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
            reply = session.request("call", {**_call(exercise, bench), "inputs": inputs, "strided": case.strided})
            returned = reply.value.get("returned")
            return Run(
                case=case,
                seed=seed,
                outcome=reply.outcome,
                inputs=inputs,
                outputs=returned if isinstance(returned, Mapping) else {},
                claims=reply.claims,
            )

        # What a call leaves behind is seen when it is made again.
        return gather(program, exercise, bench, run, turns=2 if Probe.MEMORY in bench.probes else 1)


def _call(exercise: Exercise, bench: Bench) -> Mapping[str, Value]:
    """Return what every request to call the entry says."""
    adapter = exercise.adapter.name if exercise.adapter else None
    return {"entry": exercise.entry, "adapter": adapter, "probes": sorted(bench.probes)}
