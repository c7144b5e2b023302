"""A benchmark: the student measures work whose true time only the judge knows, on a clock that only the judge holds."""

from collections.abc import Mapping
from random import Random
from typing import Any

from grader.boxes.session import Program, Session
from grader.boxes.virtual_time import VirtualGpu, Workload
from grader.errors import ConfigError, Problem
from grader.model.assignment import Assignment, Case, Exercise
from grader.model.evidence import ExerciseEvidence, Reference, Run
from grader.model.submission import Submission
from grader.model.units import Unit, parse
from grader.model.values import Value
from grader.ports import Bench

SPREAD = 2.0  # each amount of a hidden case is drawn between its half and its double
SECONDS = Unit(base="s")


class BenchmarkLanguage:
    """Calls `entry(fn, x)`; a case has the times `kernel`, and if need be `first`, `earlier`, `outlier` and `copy`."""

    def gather(
        self, submission: Submission, exercise: Exercise, assignment: Assignment, bench: Bench
    ) -> tuple[ExerciseEvidence, Reference]:
        """Run the benchmark on every case; each time of a hidden case is drawn between its half and its double.

        Raises:
            BoxError: the judge's side broke.
            ConfigError: a case has a parameter that is no time.
        """
        program = Program(submission=submission, entry=exercise.entry, driver="benchmark")
        drawn = []
        for case in exercise.cases:
            seed = bench.seed(case)
            drawn.append((case, seed, _workload(case, seed, assignment)))
        with Session(program, bench) as session:
            load = session.load()
            ready = drawn if session.ready else []
            runs = tuple(_run(exercise, session, *each) for each in ready)
            evidence = ExerciseEvidence(
                exercise=exercise.id, load=load, names=session.names, runs=runs, output=session.output
            )
        expected: tuple[Mapping[str, Value], ...] = tuple({"ms": 1e3 * workload.kernel} for _, _, workload in ready)
        return evidence, Reference(exercise=exercise.id, expected=expected)


def _workload(case: Case, seed: int, assignment: Assignment) -> Workload:
    rng = Random(seed)  # noqa: S311 - the seed of a hidden case comes from the operating system
    try:
        times: dict[str, Any] = {name: parse(str(amount), SECONDS) for name, amount in case.params.items()}
        if case.hidden:
            times = {name: seconds * SPREAD ** rng.uniform(-1, 1) for name, seconds in times.items()}
        return Workload(**times)
    except (TypeError, ValueError) as error:
        file = str(assignment.folder / "assignment.yaml")
        raise ConfigError([Problem(file=file, line=0, column=0, message=f"case {case.id}: {error}")]) from error


def _run(exercise: Exercise, session: Session, case: Case, seed: int, workload: Workload) -> Run:
    gpu = VirtualGpu(workload)
    session.begin(case, exercise.limits_of(case))
    reply = session.request("call", {"entry": exercise.entry}, answer=gpu.answer)
    number = reply.value.get("number")
    measured = isinstance(number, int | float) and not isinstance(number, bool)
    return Run(
        case=case,
        seed=seed,
        outcome=reply.outcome,
        outputs={"ms": number} if measured else {},
        claims={**reply.claims, "kind": reply.value.get("kind")},
        log=tuple(gpu.log),
    )
