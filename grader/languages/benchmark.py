"""A benchmark: the student measures work whose true time only the judge knows, on a clock that only the judge holds."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from grader.boxes.session import Program, Session
from grader.boxes.virtual_time import VirtualGpu, Workload
from grader.errors import ConfigError, Problem
from grader.model.assignment import Assignment, Case, Exercise
from grader.model.evidence import ExerciseEvidence, Reference, Run
from grader.model.submission import Submission
from grader.model.units import Unit, parse
from grader.model.values import Scalar, Value
from grader.ports import Bench

SPREAD = 2.0  # each amount of a hidden case is drawn between its half and its double
SECONDS, SIZE = Unit(base="s"), Unit(base="B")


class BenchmarkLanguage:
    """Calls `entry(fn, x)`; a case has the time `kernel` of one call, and more if need be: see docs/measuring.md.

    Asked for is that time, in ms. A case with `bytes`, which a call moves for each element of x, asks for GB/s; one
    with `flops`, for each element, for GFLOP/s; and one with a time of the `host` calls `entry(cpu_fn, gpu_fn, x)`, and
    asks how many times as fast the GPU is.
    """

    blocks: ClassVar[bool] = False

    def gather(
        self, submission: Submission, exercise: Exercise, assignment: Assignment, bench: Bench
    ) -> tuple[ExerciseEvidence, Reference]:
        """Run the benchmark on every case; each amount of a hidden case is drawn between its half and its double.

        Raises:
            BoxError: the judge's side broke.
            ConfigError: a case has a parameter that it cannot have.
        """
        program = Program(submission=submission, entry=exercise.entry, driver="benchmark")
        drawn = [_drawn(case, bench.seed(case), assignment) for case in exercise.cases]
        with Session(program, bench) as session:
            load = session.load()
            ready = drawn if session.ready else []
            runs = tuple(_run(exercise, session, task) for task in ready)
            evidence = ExerciseEvidence(
                exercise=exercise.id, load=load, names=session.names, runs=runs, output=session.output
            )
        return evidence, Reference(exercise=exercise.id, expected=tuple(task.expected for task in ready))


@dataclass(frozen=True, kw_only=True)
class _Task:
    """A case, drawn."""

    case: Case
    seed: int
    workload: Workload
    bytes: int = 0  # that a call moves for each element
    flops: int = 0  # that it does for each element

    def __post_init__(self) -> None:
        if self.workload.kernel <= 0:
            raise ValueError("a call has to take time")
        if sum(asked > 0 for asked in (self.bytes, self.flops, self.workload.host)) > 1:
            raise ValueError("only one of bytes, flops and host can be asked for")

    @property
    def expected(self) -> Mapping[str, Value]:
        """The right `number` and its `unit`, and what explains others: see Asked of the check."""
        work, each = self.workload, self.bytes or self.flops
        ways = {
            "GB/s": (self.bytes, 1e-9 * each * work.elements / work.kernel),
            "GFLOP/s": (self.flops, 1e-9 * each * work.elements / work.kernel),
            "times": (work.host, work.host / work.kernel),
        }
        unit, number = next(((unit, number) for unit, (asked, number) in ways.items() if asked), ("ms", 0.0))
        ms = 1e3 * work.kernel
        return {"unit": unit, "number": number or ms, "ms": ms, "elements": work.elements, "each": each}


def _drawn(case: Case, seed: int, assignment: Assignment) -> _Task:
    rng = Random(seed)  # noqa: S311 - the seed of a hidden case comes from the operating system
    try:
        counts = {name: _count(name, case.params[name]) for name in ("bytes", "flops") if name in case.params}
        amounts: dict[str, Any] = {
            name: _count(name, amount) if name == "elements" else parse(str(amount), SECONDS)
            for name, amount in case.params.items()
            if name not in counts
        }
        if case.hidden:
            amounts = {name: type(amount)(amount * SPREAD ** rng.uniform(-1, 1)) for name, amount in amounts.items()}
        return _Task(case=case, seed=seed, workload=Workload(**amounts), **counts)
    except (TypeError, ValueError) as error:
        file = str(assignment.folder / "assignment.yaml")
        raise ConfigError([Problem(file=file, line=0, column=0, message=f"case {case.id}: {error}")]) from error


def _count(name: str, given: Scalar) -> int:
    """Return a number of elements, of bytes or of operations. Raises ValueError for anything else."""
    count = int(parse(str(given), SIZE)) if name == "bytes" else given
    if type(count) is not int or count < 1:
        raise ValueError(f"expected {name} as a whole number above 0, got {given!r}")
    return count


def _run(exercise: Exercise, session: Session, task: _Task) -> Run:
    gpu = VirtualGpu(task.workload)
    session.begin(task.case, exercise.limits_of(task.case))
    payload: dict[str, Value] = {
        "entry": exercise.entry,
        "elements": task.workload.elements,
        "compare": task.workload.host > 0,
    }
    reply = session.request("call", payload, answer=gpu.answer)
    number = reply.value.get("number")
    measured = isinstance(number, int | float) and not isinstance(number, bool)
    return Run(
        case=task.case,
        seed=task.seed,
        outcome=reply.outcome,
        outputs={"number": number} if measured else {},
        claims={**reply.claims, "kind": reply.value.get("kind")},
        log=tuple(gpu.log),
        printed=session.printed,
    )
