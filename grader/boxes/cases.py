"""The order of things that is the same in every language: load, draw a case, know what is right, only then run it."""

import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial

from grader.boxes.oracle import Oracle
from grader.boxes.session import Program, Session
from grader.boxes.timing import Call, Draw, Rivals, measure
from grader.model.assignment import TIMED, Case, Exercise
from grader.model.evidence import Ending, ExerciseEvidence, Reference, Run
from grader.model.values import Value
from grader.ports import Bench

RunCase = Callable[[Session, Case, int, Mapping[str, Value]], Run]
_Seen = tuple[Run, Mapping[str, Value]]  # and what is right there


@dataclass(frozen=True, kw_only=True)
class Timing:
    """How the cases of the role `speed` are timed."""

    reference: Callable[[], Program]  # what they are timed against
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
    seen: list[_Seen] = []
    with ExitStack() as stack:
        oracle = stack.enter_context(Oracle(exercise, bench))
        session = stack.enter_context(Session(program, bench))
        timed = timing and any(case.role == TIMED for case in exercise.cases)
        rival = stack.enter_context(Session(timing.reference(), bench)) if timing and timed else None
        load = session.load()
        cases = [case for case in exercise.cases if bench.can_time or case.role != TIMED] if session.ready else []
        for case in cases:
            session.begin(case, exercise.limits_of(case))
            if case.role == TIMED and timing and rival:
                rival.begin(case, exercise.limits_of(case))
                call = partial(timing.call, case)
                draw = partial(_drawn, oracle, case)
                rivals = Rivals(student=session, reference=rival, draw=draw, call=call, opinion=bench.opinion)
                seen.append(measure(rivals))
            else:
                seed = bench.seed(case)
                seen += _in_turns(oracle, session, case, seed, run, turns=1 if case.role == TIMED else turns)
        runs, expected = tuple(each for each, _ in seen), tuple(right for _, right in seen)
        evidence = ExerciseEvidence(
            exercise=exercise.id, load=load, names=session.names, runs=runs, output=session.output
        )
    return evidence, Reference(exercise=exercise.id, expected=expected)


def _in_turns(oracle: Oracle, session: Session, case: Case, seed: int, run: RunCase, *, turns: int) -> Iterator[_Seen]:
    """Yield what a case shows, run as often as it has turns, up to the first that does not return."""
    expected: Mapping[str, Value] = {}
    for turn in range(turns):
        inputs = oracle.inputs(case, seed, turn)
        expected = expected if turn else oracle.expected(case, inputs)
        done = run(session, case, seed + turn, inputs)
        yield replace(done, seed=seed, turn=turn, printed=session.printed), expected
        if done.outcome.ending is not Ending.RETURNED:
            return


def _drawn(oracle: Oracle, case: Case, turn: int) -> Draw:
    """Return inputs that nobody has seen before: of a public case, too, as what is known could be answered at once."""
    seed = secrets.randbits(32)
    inputs = oracle.inputs(case, seed, turn)
    return Draw(seed=seed, inputs=inputs, expected=oracle.expected(case, inputs))
