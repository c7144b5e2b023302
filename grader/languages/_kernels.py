"""Kernels that the grader launches, and functions that launch kernels of their own: the same in every language."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from grader.boxes.arguments import NOTHING, Packed, pack, unpack
from grader.boxes.cases import Timing, gather
from grader.boxes.session import Program, Session
from grader.boxes.solutions import solution
from grader.boxes.timing import Call, Draw
from grader.boxes.wire import WireError
from grader.model.assignment import Assignment, Case, Exercise, FunctionRef
from grader.model.evidence import Ending, ExerciseEvidence, Probe, Reference, Run
from grader.model.values import Value
from grader.ports import Bench, Reply

TURNS = 2  # with NaNs and with finite numbers as poison: whoever leaves it, or adds to it, is seen in one of them


def gather_calls(
    program: Program, assignment: Assignment, exercise: Exercise, bench: Bench
) -> tuple[ExerciseEvidence, Reference]:
    """Run the kernel, or the function, on every case; time it against the reference where the device can.

    Args:
        program: the submission, with a driver that can load, call, hold, run and copy.
        assignment: whose solution it is timed against.
        exercise: with its cases, inputs and oracle.
        bench: what to work with.

    Raises:
        BoxError: the judge's side broke.
        ConfigError: the author's own code failed.
    """

    def run(session: Session, case: Case, seed: int, inputs: Mapping[str, Value]) -> Run:
        call = _Call(exercise=exercise, case=case, seed=seed, inputs=inputs, probes=bench.probes)
        return call.seen(session, session.request("call", call.payload))

    def timed(case: Case, draw: Draw) -> Call:
        return _Call(exercise=exercise, case=case, seed=draw.seed, inputs=draw.inputs, only=_outputs(exercise))

    timing = Timing(reference=lambda: replace(program, submission=solution(assignment)), call=timed)
    return gather(program, exercise, bench, run, turns=TURNS, timing=timing)


@dataclass(frozen=True, kw_only=True)
class _Call:
    """One case of an exercise, ready to be run."""

    exercise: Exercise
    case: Case
    seed: int
    inputs: Mapping[str, Value]
    probes: frozenset[Probe] = frozenset()
    only: frozenset[str] | None = None  # arrays that are asked back; all of them when left out

    @cached_property
    def packed(self) -> Packed:
        """The arguments."""
        return pack(self.inputs, _scalar_types(self.exercise))

    @property
    def payload(self) -> Mapping[str, Value]:
        """What the box is told."""
        return {
            "entry": self.exercise.entry,
            "arguments": self.packed.payload,
            "launch": _launch(self.exercise, self.case),
            "order": self.seed,  # where a device lets us choose, what is not ordered runs in a random order
            "probes": sorted(self.probes),
            "strided": self.case.strided,
            **({} if self.only is None else {"back": sorted(self.only)}),
        }

    def seen(self, session: Session, reply: Reply) -> Run:
        """Return what a reply shows; one without the arrays that were asked for is a bad reply."""
        returned = reply.outcome.ending is Ending.RETURNED
        try:
            back = unpack(self.packed, self.inputs, reply.value.get("buffers"), self.only) if returned else NOTHING
        except WireError as error:
            back, reply = NOTHING, session.distrust(reply, str(error))
        outputs, value = _outputs(self.exercise), reply.value.get("returned")
        return Run(
            case=self.case,
            seed=self.seed,
            outcome=reply.outcome,
            inputs=self.inputs,
            outputs={
                **(value if isinstance(value, Mapping) and not outputs else {}),
                **{name: array for name, array in back.arrays.items() if name in outputs},
            },
            claims=reply.claims,
            changed=tuple(
                name for name, array in back.arrays.items() if name not in outputs and array != self.inputs[name]
            ),
            guards=back.guards,
        )


def _launch(exercise: Exercise, case: Case) -> Value:
    """Return the launch of one case: as many blocks as cover its elements."""
    if exercise.launch is None:
        return None
    threads, count = exercise.launch.threads, case.params[exercise.launch.over]
    assert isinstance(count, int), "checked when the assignment was loaded"
    return {"threads": threads, "blocks": max(1, -(-count // threads))}


def _outputs(exercise: Exercise) -> frozenset[str]:
    """Return the arguments that the entry fills; with none, what it returns counts."""
    given = exercise.inputs
    return frozenset() if isinstance(given, FunctionRef) else frozenset(each.name for each in given if each.output)


def _scalar_types(exercise: Exercise) -> Mapping[str, str]:
    given = exercise.inputs
    return {} if isinstance(given, FunctionRef) else {each.name: each.dtype for each in given if each.kind == "scalar"}
