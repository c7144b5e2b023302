"""The order of things that is the same in every language: load, draw a case, know what is right, only then run it."""

from collections.abc import Callable, Mapping

from grader.boxes.oracle import Oracle
from grader.boxes.session import Program, Session
from grader.model.assignment import Case, Exercise
from grader.model.evidence import ExerciseEvidence, Reference, Run
from grader.model.values import Value
from grader.ports import Bench

SPEED = "speed"  # role of the cases that are only for timing: too large for a device that cannot time

RunCase = Callable[[Session, Case, int, Mapping[str, Value]], Run]


def gather(program: Program, exercise: Exercise, bench: Bench, run: RunCase) -> tuple[ExerciseEvidence, Reference]:
    """Run a submission on the cases of an exercise.

    Args:
        program: the submission and its surroundings.
        exercise: with its cases, inputs and oracle.
        bench: what to work with.
        run: runs one case: (session, case, seed, inputs) -> what was seen.

    Raises:
        BoxError: the judge's side broke.
        ConfigError: the author's own code failed.
    """
    runs: list[Run] = []
    expected: list[Mapping[str, Value]] = []
    with Oracle(exercise, bench) as oracle, Session(program, bench) as session:
        load = session.load()
        cases = [case for case in exercise.cases if bench.can_time or case.role != SPEED] if session.ready else []
        for case in cases:
            seed = bench.seed(case)
            inputs = oracle.inputs(case, seed)
            expected.append(oracle.expected(case, inputs))
            session.begin(case, exercise.limits_of(case))
            runs.append(run(session, case, seed, inputs))
        evidence = ExerciseEvidence(
            exercise=exercise.id, load=load, names=session.names, runs=tuple(runs), output=session.output
        )
    return evidence, Reference(exercise=exercise.id, expected=tuple(expected))
