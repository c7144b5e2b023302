"""PyTorch: a function of tensors, or one that an author's adapter calls with models, optimizers and batches."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from grader.boxes.cases import Timing, gather
from grader.boxes.session import Program, Session
from grader.boxes.solutions import solution
from grader.boxes.timing import Call, Draw
from grader.model.assignment import Assignment, Case, Exercise
from grader.model.evidence import Ending, ExerciseEvidence, Probe, Reference, Run
from grader.model.submission import Submission
from grader.model.values import Array, Value
from grader.ports import Bench, Reply

ADAPTER = "grader_adapter.py"  # what the driver looks for in the working folder


class PytorchLanguage:
    """Calls `adapter(entry, **inputs)`, and compares the dict that it returns; without adapter `entry(*tensors)`."""

    blocks: ClassVar[bool] = False

    def gather(
        self,
        submission: Submission,
        exercise: Exercise,
        assignment: Assignment,
        bench: Bench,
    ) -> tuple[ExerciseEvidence, Reference]:
        """Run the function on every case; time it where the device can."""
        files = {ADAPTER: exercise.adapter.file.read_bytes()} if exercise.adapter else {}
        program = Program(submission=submission, entry=exercise.entry, driver="pytorch", files=files)

        def run(session: Session, case: Case, seed: int, inputs: Mapping[str, Value]) -> Run:
            kept = _kept(exercise, inputs)
            call = _Call(exercise=exercise, case=case, seed=seed, inputs=inputs, probes=bench.probes, kept=kept)
            return call.seen(session, session.request("call", call.payload))

        def timed(case: Case, draw: Draw) -> Call:
            return _Call(exercise=exercise, case=case, seed=draw.seed, inputs=draw.inputs)

        timing = Timing(reference=lambda: replace(program, submission=solution(assignment)), call=timed)
        # What a call leaves behind is seen when it is made again.
        turns = 2 if Probe.MEMORY in bench.probes else 1
        return gather(program, exercise, bench, run, turns=turns, timing=timing)


@dataclass(frozen=True, kw_only=True)
class _Call:
    """One case of an exercise, ready to be run."""

    exercise: Exercise
    case: Case
    seed: int
    inputs: Mapping[str, Value]
    probes: frozenset[Probe] = frozenset()
    kept: tuple[str, ...] = ()  # inputs that are looked at again after the call

    @property
    def payload(self) -> Mapping[str, Value]:
        """What the box is told."""
        adapter = self.exercise.adapter.name if self.exercise.adapter else None
        return {
            "entry": self.exercise.entry,
            "adapter": adapter,
            "inputs": self.inputs,
            "strided": self.case.strided,
            "probes": sorted(self.probes),
            "back": self.kept,
        }

    def seen(self, session: Session, reply: Reply) -> Run:
        """Return what a reply shows; one without the inputs that were asked for is a bad reply."""
        after = reply.value.get("buffers")
        back = after if isinstance(after, Mapping) else {}
        if reply.outcome.ending is Ending.RETURNED and not all(isinstance(back.get(name), Array) for name in self.kept):
            back, reply = {}, session.distrust(reply, "not the inputs that were given")
        returned = reply.value.get("returned")
        return Run(
            case=self.case,
            seed=self.seed,
            outcome=reply.outcome,
            inputs=self.inputs,
            outputs=returned if isinstance(returned, Mapping) else {},
            claims=reply.claims,
            changed=tuple(name for name in self.kept if name in back and back[name] != self.inputs[name]),
        )


def _kept(exercise: Exercise, inputs: Mapping[str, Value]) -> tuple[str, ...]:
    """Return the arrays that a function has to leave as they are; what an adapter makes of them is its own affair."""
    if exercise.adapter:
        return ()
    given = exercise.inputs if isinstance(exercise.inputs, tuple) else ()
    filled = {each.name for each in given if each.output}
    return tuple(name for name, value in inputs.items() if isinstance(value, Array) and name not in filled)
