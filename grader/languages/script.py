"""A script or a notebook that is run from top to bottom; nothing in it is called."""

from collections.abc import Mapping
from typing import ClassVar

from grader.boxes.oracle import Oracle
from grader.boxes.session import Program, Session
from grader.model.assignment import Assignment, Case, Exercise
from grader.model.evidence import ExerciseEvidence, Reference, Run
from grader.model.submission import Submission
from grader.model.values import Value
from grader.ports import Bench


class ScriptLanguage:
    """Runs the file once, as the main program; its results are what it prints, and its variables.

    The oracle is a function of nothing, and returns the variables' values by their names. A notebook whose later cells
    fail counts up to there.
    """

    blocks: ClassVar[bool] = False

    def gather(
        self,
        submission: Submission,
        exercise: Exercise,
        assignment: Assignment,  # noqa: ARG002 - every language gets it
        bench: Bench,
    ) -> tuple[ExerciseEvidence, Reference]:
        """Run the file, and ask for the variables that the oracle returns."""
        program = Program(submission=submission, entry="", driver="script")
        runs: tuple[Run, ...] = ()
        with Oracle(exercise, bench) as oracle, Session(program, bench) as session:
            expected = oracle.expected(Case(id="", params={}), {})
            load = session.load()
            if session.ready:
                runs = (_run(session, expected),)
            evidence = ExerciseEvidence(
                exercise=exercise.id, load=load, names=session.names, runs=runs, output=session.output
            )
        return evidence, Reference(exercise=exercise.id, expected=tuple(expected for _ in runs))


def _run(session: Session, expected: Mapping[str, Value]) -> Run:
    printed = session.output
    reply = session.request("variables", {"names": list(expected)})
    values = reply.value.get("values")
    return Run(
        case=Case(id="", params={}),
        seed=0,
        outcome=reply.outcome,
        outputs=values if isinstance(values, Mapping) else {},
        claims=reply.claims,
        printed=printed,
    )
