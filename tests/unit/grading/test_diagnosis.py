"""Diagnosis: smaller inputs, known mistakes that give the same values, and what a report says of them."""

import math
import struct
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from grader import app
from grader.grading.diagnosis import diagnose
from grader.grading.fingerprints import Fingerprints, digests
from grader.grading.smaller import smaller
from grader.model.assignment import Assignment, Case, CheckSpec, Exercise, FunctionRef, Input, Mistake
from grader.model.evidence import Ending, Evidence, ExerciseEvidence, Outcome, Reference, Run
from grader.model.submission import Submission
from grader.model.text import Text
from grader.model.values import LETTERS, Array, Value
from grader.model.verdict import Example, Finding, Shown, Status, Verdict

TEXT = Text(bn="ক", en="a")
RIGHT = CheckSpec(id="right", kind="output", points=Decimal(1))
ARRAY = Input(name="a", kind="array", dtype="float32", shape=("n",), values="odd13")
EXERCISE = Exercise(
    id="sum", title=TEXT, statement=TEXT, language="numba_cuda", checks=(RIGHT,), inputs=(ARRAY,),
    cases=(Case(id="n=300", params={"n": 300}), Case(id="hidden-1", params={"n": 2}, hidden=True),
           Case(id="n=9999", params={"n": 9999}, role="speed")),
    mistakes=(Mistake(file=Path("/m/twice.py"), says="x.twice"), Mistake(file=Path("/m/zero.py"), says="x.zero")),
)  # fmt: skip
ASSIGNMENT = Assignment(
    id="small", title=TEXT, statement=TEXT, folder=Path("/a"), submit=("a.py",), starter=Path("/a/s.py"),
    reference=Path("/r/s.py"), exercises=(EXERCISE,),
)  # fmt: skip
RETURNED = Outcome(ending=Ending.RETURNED)


def floats(*values: float) -> Array:
    return Array(dtype="float32", shape=(len(values),), data=struct.pack(f"<{len(values)}f", *values))


def run(case: Case, *values: float, ending: Ending = Ending.RETURNED) -> Run:
    outputs = {"c": floats(*values)} if values else {}
    return Run(case=case, seed=1, outcome=Outcome(ending=ending), inputs={"a": floats(1, 2)}, outputs=outputs)


def judged(seen: ExerciseEvidence, reference: Reference, finding: Finding, exercise: Exercise = EXERCISE) -> Finding:
    evidence = Evidence(
        student="s", assignment="small", assignment_digest="", submission_digest="", graded_at="", seconds=0.0,
        device="virtual", can_time=False, sandbox="local", isolation="E", machine={}, exercises=(seen,),
    )  # fmt: skip
    verdict = Verdict(
        exercise="sum", check="right", kind="output", points=Decimal(1), awarded=Decimal(0), finding=finding
    )
    assignment = replace(ASSIGNMENT, exercises=(exercise,))
    (found,) = diagnose(assignment, evidence, [reference], [verdict], app.check)
    assert replace(found, finding=finding) == verdict, "no status and no points change"
    return found.finding


WRONG = Finding(status=Status.FAIL, code="output.wrong-values", params={"name": "c"}, case="n=300")


def alike(own: Sequence[float], known: Mapping[str, Sequence[float]], finding: Finding = WRONG) -> str:
    case = EXERCISE.cases[0]
    mistakes = {f"{name}.py": digests([run(case, *values)]) for name, values in known.items()}
    seen = ExerciseEvidence(exercise="sum", load=RETURNED, runs=(run(case, *own),))
    reference = Reference(exercise="sum", expected=({"c": floats(1, 2)},), mistakes=mistakes)
    return judged(seen, reference, finding).code


def test_the_same_values_as_a_known_mistake_are_the_same_mistake() -> None:
    assert alike((2, 4), {"twice": (2, 4), "zero": (0, 0)}) == "x.twice"


@pytest.mark.parametrize(
    ("own", "known"),
    [((2, 5), {"twice": (2, 4)}), ((2, 4), {"twice": (2, 4), "zero": (2, 4)}), ((), {"twice": ()})],
    ids=["one value differs", "two mistakes give it", "no outputs at all"],
)
def test_without_evidence_no_cause_is_claimed(own: Sequence[float], known: Mapping[str, Sequence[float]]) -> None:
    assert alike(own, known) == "output.wrong-values"


@pytest.mark.parametrize(
    "finding",
    [replace(WRONG, hidden=True, case=""), replace(WRONG, code="cuda.race"), replace(WRONG, status=Status.DEFER)],
    ids=["hidden", "explained already", "no failure"],
)
def test_what_a_known_mistake_cannot_explain_keeps_its_code(finding: Finding) -> None:
    assert alike((2, 4), {"twice": (2, 4)}, finding) == finding.code


def test_the_smallest_input_that_fails_is_shown() -> None:
    cases = [Case(id=f"n={n}", params={"n": n}, role="other") for n in (1, 2, 3)]
    runs = (run(cases[0], 1), run(cases[1], 1, 7), run(cases[2], 1, 7, 8))
    right = ({"c": floats(1)}, {"c": floats(1, 2)}, {"c": floats(1, 2, 3)})
    seen = ExerciseEvidence(exercise="sum", load=RETURNED, smaller=runs)
    found = judged(seen, Reference(exercise="sum", expected=(), smaller=right), WRONG)
    shown = (
        Shown(name="a", role="input", shape=(2,), values=("1", "2")),
        Shown(name="c", role="expected", shape=(2,), values=("1", "2")),
        Shown(name="c", role="got", shape=(2,), values=("1", "7")),
    )
    first = {"place": "c[1]", "expected": "2", "got": "7"}
    assert found.example == Example(case="n=2", inputs=("a = [1, 2]",), values=shown, **first)


def array(dtype: str, shape: tuple[int, ...], *numbers: float) -> Array:
    return Array(dtype=dtype, shape=shape, data=struct.pack(f"<{len(numbers)}{LETTERS[dtype]}", *numbers))


def example(
    inputs: Mapping[str, Value], right: Mapping[str, Value], got: Mapping[str, Value], filled: str = ""
) -> Example:
    """The example of a program that gives a wrong result, or none, on its smallest input."""
    case = Case(id="n=2", params={"n": 2})
    one = Run(case=case, seed=1, outcome=RETURNED, inputs=inputs, outputs=got)
    seen = ExerciseEvidence(exercise="sum", load=RETURNED, smaller=(one,))
    names = tuple(replace(ARRAY, name=name, output=name == filled) for name in inputs)
    reference = Reference(exercise="sum", expected=(), smaller=(right,))
    found = judged(seen, reference, WRONG, replace(EXERCISE, inputs=names)).example
    assert found is not None
    return found


def told(found: Example) -> list[tuple[str, str, tuple[int, ...], str]]:
    return [(each.role, each.name, each.shape, " ".join(each.values)) for each in found.values]


@pytest.mark.parametrize(
    ("right", "got", "values", "place"),
    [
        (6, 5, [("expected", "c", (), "6"), ("got", "c", (), "5")], ("c", "6", "5")),
        (0.25, 1 / 3, [("expected", "c", (), "0.25"), ("got", "c", (), "0.333333")], ("c", "0.25", "0.333333")),
        (
            array("int32", (2,), 16777217, -1), array("int32", (2,), 16777216, -1),
            [("expected", "c", (2,), "16777217 -1"), ("got", "c", (2,), "16777216 -1")],
            ("c[0]", "16777217", "16777216"),
        ),
        (
            array("float32", (2, 2), 1, 2, 3, 4), array("float32", (2, 2), 1, 3, 2, 4),
            [("expected", "c", (2, 2), "1 2 3 4"), ("got", "c", (2, 2), "1 3 2 4")], ("c[0, 1]", "2", "3"),
        ),
        (
            array("float32", (2,), 1, 2), array("float32", (1,), math.nan),
            [("expected", "c", (2,), "1 2"), ("got", "c", (1,), "nan")], ("c[0]", "1", "nan"),
        ),
        (array("float32", (1,), 1), "text", [("expected", "c", (1,), "1")], ("", "", "")),
    ],
    ids=["int", "float", "large ints", "matrix", "another shape", "no number"],
)  # fmt: skip
def test_values_of_every_form_are_shown_in_full(
    right: Value, got: Value, values: list[object], place: tuple[str, str, str]
) -> None:
    found = example({"a": floats(1, 2)}, {"c": right}, {"c": got})
    assert told(found) == [("input", "a", (2,), "1 2"), *values]
    assert (found.place, found.expected, found.got) == place


def test_what_an_output_held_before_is_no_input_and_what_is_changed_in_place_is_one() -> None:
    inputs, right, got = {"a": floats(1), "c": floats(7)}, {"c": floats(2)}, {"c": floats(3)}
    results = [("expected", "c", (1,), "2"), ("got", "c", (1,), "3")]
    filled = example(inputs, right, got, filled="c")
    assert told(filled) == [("input", "a", (1,), "1"), *results]
    assert filled.inputs == ("a = [1]",)
    in_place = example(inputs, right, got)
    assert told(in_place) == [("input", "a", (1,), "1"), ("input", "c", (1,), "7"), *results]
    assert in_place.inputs == ("a = [1]", "c = [7]")


def test_a_missing_output_is_expected_and_its_poison_is_not_shown() -> None:
    found = example({"a": floats(1), "c": floats(7)}, {"c": floats(2), "c.unit": floats(9)}, {}, filled="c")
    assert told(found) == [("input", "a", (1,), "1"), ("expected", "c", (1,), "2")]
    assert found.inputs == ("a = [1]",)


def test_nothing_is_shown_in_part() -> None:
    large = array("float32", (17,), *range(17))
    assert example({"a": floats(1)}, {"c": large}, {"c": floats(2)}).values == ()


def test_smaller_inputs_stay_within_what_the_cases_promise() -> None:
    found = smaller(EXERCISE)
    assert found is not None
    sizes = [case.params["n"] for case in found.cases]
    assert sizes == sorted(sizes, key=lambda size: int(str(size)))
    assert (min(map(int, map(str, sizes))), max(map(int, map(str, sizes)))) == (2, 257)
    assert not any(case.hidden for case in found.cases)
    assert [case.values for case in found.cases[:2]] == ["arange", ""], "the simplest values first"


def test_values_that_mean_something_are_never_replaced() -> None:
    found = smaller(replace(EXERCISE, inputs=(replace(ARRAY, values="ones"),)))
    assert found is not None
    assert {case.values for case in found.cases} == {""}


def test_smaller_matrices_are_not_square() -> None:
    matrix = replace(EXERCISE, inputs=(replace(ARRAY, shape=("n", "m")),), cases=(Case(id="", params={"n": 40, "m": 9}),
                     Case(id="h", params={"n": 1, "m": 1}, hidden=True)))  # fmt: skip
    found = smaller(matrix)
    assert found is not None
    assert (3, 4) in {(case.params["n"], case.params["m"]) for case in found.cases}


def test_inputs_that_are_drawn_by_a_function_cannot_be_made_smaller() -> None:
    assert smaller(replace(EXERCISE, inputs=FunctionRef(file=Path("/o.py"), name="draw"))) is None


def read(path: Path, _assignment: Assignment) -> Submission:
    return Submission(student="author", assignment="small", file=path.name, format="py", digest="", cells=())


def test_known_mistakes_are_run_once_and_on_public_cases_alone() -> None:
    ran: list[tuple[str, tuple[str, ...]]] = []

    def runs(program: Submission, exercise: Exercise) -> Sequence[Run]:
        ran.append((program.file, tuple(case.id for case in exercise.cases)))
        return [run(case, 1) for case in exercise.cases]

    known = Fingerprints(read=read)
    first, again = (known.of(ASSIGNMENT, EXERCISE, runs) for _ in range(2))
    assert ran == [("twice.py", ("n=300",)), ("zero.py", ("n=300",))]
    assert first == again
    assert first["twice.py"].keys() == {"n=300/0"}
    # Another student's cases are other ones.
    other = known.of(ASSIGNMENT, replace(EXERCISE, cases=(Case(id="drawn-1, n=7", params={"n": 7}),)), runs)
    assert other["twice.py"].keys() == {"drawn-1, n=7/0"}


def test_a_known_mistake_that_is_stopped_is_run_again_and_not_for_ever() -> None:
    ran: list[str] = []

    def runs(program: Submission, exercise: Exercise) -> list[Run]:
        ran.append(program.file)
        hung = replace(run(exercise.cases[0], 1), outcome=Outcome(ending=Ending.TIMEOUT))
        good = program.file == "zero.py" or (program.file == "twice.py" and ran.count("twice.py") > 1)
        return [run(exercise.cases[0], 1) if good else hung]

    never = replace(EXERCISE, mistakes=(*EXERCISE.mistakes, Mistake(file=Path("/m/never.py"), says="x.never")))
    known = Fingerprints(read=read)
    first, *_, last = (known.of(ASSIGNMENT, never, runs) for _ in range(5))
    assert (ran.count("zero.py"), ran.count("twice.py"), ran.count("never.py")) == (1, 2, 3)
    assert not first["twice.py"]["n=300/0"]
    assert last["twice.py"]["n=300/0"]
