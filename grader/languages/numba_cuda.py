"""Numba CUDA: a kernel that the grader launches, or a function that launches kernels of its own."""

from collections.abc import Mapping

from grader.boxes.arguments import pack, unpack
from grader.boxes.cases import gather
from grader.boxes.session import Program, Session
from grader.boxes.wire import WireError
from grader.model.assignment import Assignment, Case, Exercise, FunctionRef
from grader.model.evidence import Ending, ExerciseEvidence, Reference, Run
from grader.model.submission import Submission
from grader.model.values import Value
from grader.ports import Bench


class NumbaCudaLanguage:
    """Calls `entry(*inputs)`; arrays lie between guard zones, on the device where there is a `launch`."""

    def gather(
        self,
        submission: Submission,
        exercise: Exercise,
        assignment: Assignment,  # noqa: ARG002 - every language gets it
        bench: Bench,
    ) -> tuple[ExerciseEvidence, Reference]:
        """Run the kernel, or the function, on every case."""
        program = Program(submission=submission, entry=exercise.entry, driver="numba_cuda")

        def run(session: Session, case: Case, seed: int, inputs: Mapping[str, Value]) -> Run:
            return _run(exercise, session, case, seed, inputs)

        return gather(program, exercise, bench, run)


def _run(exercise: Exercise, session: Session, case: Case, seed: int, inputs: Mapping[str, Value]) -> Run:
    packed = pack(inputs, _scalar_types(exercise))
    payload: dict[str, Value] = {
        "entry": exercise.entry, "arguments": packed.payload, "launch": _launch(exercise, case)
    }  # fmt: skip
    reply = session.request("call", payload)
    if reply.outcome.ending is not Ending.RETURNED:
        return Run(case=case, seed=seed, outcome=reply.outcome, inputs=inputs, claims=reply.claims)
    try:
        back = unpack(packed, inputs, reply.value.get("buffers"))
    except WireError as error:
        reply = session.distrust(reply, str(error))
        return Run(case=case, seed=seed, outcome=reply.outcome, inputs=inputs, claims=reply.claims)
    outputs = _outputs(exercise)
    returned = reply.value.get("returned")
    return Run(
        case=case,
        seed=seed,
        outcome=reply.outcome,
        inputs=inputs,
        outputs={
            **(returned if isinstance(returned, Mapping) and not outputs else {}),
            **{name: array for name, array in back.arrays.items() if name in outputs},
        },
        claims=reply.claims,
        changed=tuple(name for name, array in back.arrays.items() if name not in outputs and array != inputs[name]),
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


