"""The order of things that is the same in every language: load, draw a case, know what is right, only then run it."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from grader.boxes.oracle import Oracle
from grader.boxes.session import Program, Session
from grader.model.assignment import Case, Exercise
from grader.model.evidence import Ending, ExerciseEvidence, Reference, Run
from grader.model.values import Value
from grader.ports import Bench

SPEED = "speed"  # role of the cases that are only for timing: too large for a device that cannot time

RunCase = Callable[[Session, Case, int, Mapping[str, Value]], Run]


def gather(
    program: Program, exercise: Exercise, bench: Bench, run: RunCase, *, turns: int
) -> tuple[ExerciseEvidence, Reference]:
    """Run a submission on the cases of an exercise.

    Args:
        program: the submission and its surroundings.
        exercise: with its cases, inputs and oracle.
        bench: what to work with.
        run: runs one case: (session, case, seed, inputs) -> what was seen; another seed stands for another order.
        turns: how often each case is run, with outputs filled with the other kind of poison each time; one that is
            timed, and one that did not return, is run once.

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
            session.begin(case, exercise.limits_of(case))
            for turn in range(1 if case.role == SPEED else turns):
                inputs = oracle.inputs(case, seed, turn)
                expected.append(oracle.expected(case, inputs) if turn == 0 else expected[-1])
                done = run(session, case, seed + turn, inputs)
                runs.append(replace(done, seed=seed, turn=turn, printed=session.printed))
                if done.outcome.ending is not Ending.RETURNED:
                    break
        evidence = ExerciseEvidence(
            exercise=exercise.id, load=load, names=session.names, runs=tuple(runs), output=session.output
        )
    return evidence, Reference(exercise=exercise.id, expected=tuple(expected))
