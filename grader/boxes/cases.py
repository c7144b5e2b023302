"""The order of things that is the same in every language: load, draw a case, know what is right, only then run it."""

import secrets
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial

from grader.boxes.oracle import Oracle
from grader.boxes.session import Program, Session
from grader.boxes.timing import Call, Draw, Rivals, measure
from grader.model.assignment import Case, Exercise
from grader.model.evidence import Ending, ExerciseEvidence, Reference, Run
from grader.model.values import Value
from grader.ports import Bench

SPEED = "speed"  # role of the cases that are only for timing: too large for a device that cannot time

RunCase = Callable[[Session, Case, int, Mapping[str, Value]], Run]


@dataclass(frozen=True, kw_only=True)
class Timing:
    """How the cases of the role `speed` are timed."""

    reference: Program  # what they are timed against
    call: Callable[[Case, Draw], Call]


def gather(
    program: Program, exercise: Exercise, bench: Bench, run: RunCase, *, turns: int, timing: Timing | None = None
) -> tuple[ExerciseEvidence, Reference]:
    """Run a submission on the cases of an exercise.

    Args:
        program: the submission and its surroundings.
        exercise: with its cases, inputs and oracle.
        bench: what to work with.
        run: runs one case: (session, case, seed, inputs) -> what was seen; another seed stands for another order.
        turns: how often each case is run, with outputs filled with the other kind of poison each time; one that is
            timed, and one that did not return, is run once.
        timing: where the language can be timed; without it a case of the role `speed` is an ordinary one.

    Raises:
        BoxError: the judge's side broke.
        ConfigError: the author's own code failed.
    """
    runs: list[Run] = []
    expected: list[Mapping[str, Value]] = []
    with ExitStack() as stack:
        oracle = stack.enter_context(Oracle(exercise, bench))
        session = stack.enter_context(Session(program, bench))
        rival = stack.enter_context(Session(timing.reference, bench)) if timing else None
        load = session.load()
        cases = [case for case in exercise.cases if bench.can_time or case.role != SPEED] if session.ready else []
        for case in cases:
            seed = bench.seed(case)
            session.begin(case, exercise.limits_of(case))
            if case.role == SPEED and timing and rival:
                rival.begin(case, exercise.limits_of(case))
                rivals = Rivals(
                    student=session, reference=rival, draw=partial(_drawn, oracle, case),
                    call=partial(timing.call, case), opinion=bench.opinion,
                )  # fmt: skip
                done, right = measure(rivals)
                runs.append(done)
                expected.append(right)
                continue
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


def _drawn(oracle: Oracle, case: Case, turn: int) -> Draw:
    """Return inputs that nobody has seen before: of a public case, too, as what is known could be answered at once."""
    seed = secrets.randbits(32)
    inputs = oracle.inputs(case, seed, turn)
    return Draw(seed=seed, inputs=inputs, expected=oracle.expected(case, inputs))
