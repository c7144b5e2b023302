"""Assignments are read into the model, or refused with every problem at its place."""

import random
import re
import shutil
from decimal import Decimal
from pathlib import Path

import authored
import pytest

from grader.config import load_assignments
from grader.errors import ConfigError, Problem, UsageError
from grader.model.assignment import Course, FunctionRef, Input, Launch, Limits
from grader.model.text import Text


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Course:
    authored.install_plugins(tmp_path / "site", monkeypatch)
    return authored.write(tmp_path / "course")


def problems(course: Course) -> tuple[Problem, ...]:
    with pytest.raises(ConfigError) as caught:
        load_assignments(course)
    return caught.value.problems


def said(problem: Problem) -> str:
    hint = f" ({problem.hint})" if problem.hint else ""
    return f"{problem.line}:{problem.column}: {problem.message}{hint}"


def test_a_right_file_becomes_the_model(course: Course) -> None:
    (sums,) = load_assignments(course)
    add, think = sums.exercises
    folder, reference = course.assignments / "sums", course.reference / "sums"
    assert sums.statement.en == "Write sums.\n\nSecond paragraph.\n"
    assert (sums.id, sums.covers, sums.submit) == ("sums", ("L38",), ("sums.py", "*.ipynb"))
    assert (sums.starter, sums.reference) == (folder / "starter/sums.py", reference / "solution.py")
    assert add.limits == think.limits == Limits(wall_s=0.5, memory_bytes=2**30)
    assert add.launch == Launch(threads=256, over="n")
    assert add.oracle == FunctionRef(file=reference / "oracle.py", name="add")
    assert add.adapter == FunctionRef(file=folder / "adapter.py", name="run")
    assert add.inputs == (
        Input(name="a", kind="array", dtype="float32", shape=("n", 2), values="odd13"),
        Input(name="c", kind="array", dtype="float32", shape=("n", 2), output=True),
        Input(name="n", kind="scalar", dtype="int32"),
    )
    assert (add.mistakes[0].file, add.mistakes[0].says) == (folder / "mistakes/off.py", "cuda.off-by-one")
    assert add.honest == (folder / "honest/other.py",)
    assert think.checks[0].options["options"] == {"1": Text(bn="একটি", en="One"), "2": Text(bn="দুটি", en="Two")}
    assert think.checks[0].options["answer"] == "2"


def test_points_and_options_are_exact(course: Course) -> None:
    right, fast = load_assignments(course)[0].exercises[0].checks
    assert (right.points, str(right.points), right.options) == (Decimal("2.5"), "2.50", {})
    assert fast.needs == ("right",)
    assert fast.options == {"at_most": 1.5, "within": 0.02}


def test_lists_of_values_make_cases(course: Course) -> None:
    cases = load_assignments(course)[0].exercises[0].cases
    assert [(case.id, dict(case.params), case.hidden, case.role) for case in cases] == [
        ("n=1000", {"n": 1000}, False, ""),
        ("hidden-1", {"n": 1, "m": "x"}, True, ""),
        ("hidden-2", {"n": 1, "m": "y"}, True, ""),
        ("hidden-3", {"n": 31, "m": "x"}, True, ""),
        ("hidden-4", {"n": 31, "m": "y"}, True, ""),
        ("n=7", {"n": 7}, False, "big"),
    ]


def cases_of(course: Course, line: str) -> list[tuple[str, dict[str, object], str]]:
    file = course.assignments / "sums/assignment.yaml"
    text = file.read_text(encoding="utf-8").replace("- {n: 1000}", line)
    file.write_text(text, encoding="utf-8")
    cases = load_assignments(course)[0].exercises[0].cases
    return [(case.id, dict(case.params), case.values) for case in cases if not case.hidden and not case.role]


@pytest.mark.parametrize(("word", "first"), [("sizes", []), ("sizes with 0", [0])])
def test_a_word_stands_for_the_sizes_that_are_usual(course: Course, word: str, first: list[int]) -> None:
    sizes = [*first, 1, 2, 31, 32, 33, 255, 256, 257, 1009]
    assert cases_of(course, f"- {{n: {word}}}") == [(f"n={size}", {"n": size}, "") for size in sizes]


def test_a_case_may_be_drawn_from_other_families(course: Course) -> None:
    assert cases_of(course, "- {n: 9}\n      - {n: [9, 10], values: [one_hot, negative]}") == [
        ("n=9", {"n": 9}, ""),
        *((f"n={n}, {family}", {"n": n}, family) for n in (9, 10) for family in ("one_hot", "negative")),
    ]


# What is replaced; by what, with § where the problem must stand; and what must be said.
WRONG = [
    (
        "reference: solution.py", "reference: §solution.ipynb",
        "expected a `.py` or `.cu` file, by its path relative to its folder, got a text, 'solution.ipynb'",
    ),
    ("schema: 1", "schema: §2", "expected the version of the format, `1`, got a whole number, '2'"),
    ("id: sums", "id: §summs", "expected the name of the folder, 'sums', got 'summs'"),
    ("id: sums", "id: §Sums", "expected a name of small letters, digits and _, got a text, 'Sums'"),
    ("covers: [L38]", "covers: §L38", "expected a list, got a text, 'L38' (write [L38])"),
    ("covers: [L38]", "§cover: [L38]", "an assignment has no key 'cover' (did you mean 'covers'?)"),
    ("covers: [L38]", "covers: [§no]", ("expected a text, got a boolean, 'no' "
     "(if it is a text, put it in quotes: 'no')")),
    ("covers: [L38]", "covers: [§2026-12-15]", ("expected a text, got a date, '2026-12-15' "
     "(if it is a text, put it in quotes: '2026-12-15')")),
    ("covers: [L38]", "covers: []\n§covers: [L38]", "'covers' stands here twice (first in line 13)"),
    ('{bn: "যোগফল", en: "Sums"}', '§{bn: "যোগফল"}', "a text in both languages needs the key 'en': a text in English"),
    ('{bn: "যোগফল", en: "Sums"}', '{bn: §"", en: "Sums"}', "expected a text in Bangla, got an empty text"),
    ("wall: 500 ms", "wall: §500", ("expected a time with its unit (ns, us, ms, s, min, h), such as 20 s, "
     "got a whole number, '500' (the unit is missing)")),
    ("wall: 500 ms", "wall: §5 hours", ("expected a time with its unit (ns, us, ms, s, min, h), such as 20 s, "
     "got '5 hours'")),
    ("wall: 500 ms", "wall: §0 s", "expected more than nothing, got '0 s'"),
    ("starter: starter/sums.py", "starter: §starter/sum.py", ("there is no file 'starter/sum.py' in "
     "the folder of the assignment, sums (did you mean 'starter/sums.py'?)")),
    ("starter: starter/sums.py", "starter: §../../grader.yaml", ("'../../grader.yaml' leaves the folder of the "
     "assignment, sums (name a file inside of it, relative to it)")),
    ("starter: starter/sums.py", f"starter: §{'x' * 300}", "the folder of the assignment, sums"),
    ("reference: solution.py", "reference: §starter/sums.py", ("there is no file 'starter/sums.py' in "
     "the folder of the reference, sums")),
    ("language: toy", "language: §toi", "expected a language, got a text, 'toi' (did you mean 'toy'?)"),
    ("    entry: add\n", "", "an exercise needs the key 'entry': a name as in Python"),
    ("language: quiz", "language: quiz\n    §entry: x", "'entry' has no place where `language` is `quiz` (delete it)"),
    ("over: n}", "over: §k}", "no case has a parameter 'k' (there are: n, m)"),
    ("shape: [n, 2], values", "shape: [§nn, 2], values", "no case has a parameter 'nn' (did you mean 'n'?)"),
    ("oracle.py:add", "§oracle.py:ad", ("oracle.py in the folder of the reference, sums defines no 'ad' "
     "(did you mean 'add'?)")),
    ("adapter.py:run", "§adaptor.py:run", ("there is no file 'adaptor.py' in the folder of the assignment, sums "
     "(did you mean 'adapter.py'?)")),
    ("a: {array: float32", "a: {array: §float23", ("expected a data type, got a text, 'float23' "
     "(did you mean 'float32'?)")),
    (", values: odd13}", "}", ("an array needs the key 'values': "
                                "a family of values: `odd13`, `signs`, `uniform`, `normal`, `large`, `huge_range`, "
                                "`negative`, `duplicates`, `equal`, `one_hot`, `sorted`, `reversed`, `special`, "
                                "`arange`, `zeros`, `ones`")),
    ("values: odd13", "values: §odd31", "expected a family of values, got a text, 'odd31' (did you mean 'odd13'?)"),
    ("- {n: 1000}", "- {n: 1000, §hiden: true}", "a case has no key 'hiden' (did you mean 'hidden'?)"),
    ("- {n: 1000}", "- {n: 1000, hidden: §yes}", "expected true or false, got a boolean, 'yes'"),
    ("- {n: 1000}", "- {n: §1_000}", "expected a whole number, got a whole number, '1_000'"),
    ("- {n: 1000}", "- {n: 1000}\n      - §{n: 1000}", ("another case is called 'n=1000' "
     "(the first is in line 32; give this one an `id`)")),
    ("- {n: 1000}", "- §{n: [1, 2], id: two}", ("one `id` cannot name a list of cases "
     "(leave it out, or write one line for each)")),
    ("- {n: 1000}", "- §{k: 1000}", "this case needs the parameter 'n' (used in line 24)"),
    ("- {n: 1000}", "- {n: 1000, values: §odd31}", ("expected a family of values, got a text, 'odd31' "
     "(did you mean 'odd13'?)")),
    ("- {n: 1000}", "- {n: 1000, strided: §true}", "only tensors can be strided: pytorch or triton"),
    ("points: 2.50", "points: §0", "expected a number above 0, got a whole number, '0'"),
    ("points: 2.50", "points: §two", "expected a number above 0, got a text, 'two'"),
    ("kind: near", "kind: §nea", "expected a kind of check, got a text, 'nea' (did you mean 'near'?)"),
    ("kind: near", "kind: near, §ulp: 1", "a check of kind `near` has no key 'ulp' (did you mean 'ulps'?)"),
    ("kind: near", "kind: near, ulps: §1.5", "expected a whole number, got a number, '1.5'"),
    ("id: fast", "id: §right", "another check is called 'right' (the first is in line 36)"),
    ("needs: [right]", "needs: [§rihgt]", "no check of this exercise is called 'rihgt' (did you mean 'right'?)"),
    ("{id: right, kind: near,", "{id: §right, needs: [fast], kind: near,", "needs itself: right → fast → right"),
    ("1.5 x reference", "§1.5", "expected a ratio such as 1.5 x reference, got a number, '1.5' (the unit is missing)"),
    ("1.5 x reference", "§0.5 x reference", "at_most: expected at least 1 x reference"),
    ("- {id: fast,", "- §{room: 2 MB, id: fast,", "too much room"),
    ("at_most: 1.5 x reference, ", "", ("a check of kind `swift` needs the key 'at_most': a ratio such as "
     "1.5 x reference")),
    ("answer: 2", "answer: §3", "answer: '3' is none of 1, 2"),
    ("id: think", "id: §add", "another exercise is called 'add' (the first is in line 19)"),
    ("says: cuda.off-by-one", "says: §Oops", ("expected the code of a message, such as `cuda.bounds-guard`, "
     "got a text, 'Oops'")),
    ("- honest/other.py", "- §mistakes/../off.py", ("'mistakes/../off.py' leaves the folder of the assignment, sums "
     "(name a file inside of it, relative to it)")),
    ("schema: 1", "schema: 1\n§\tx: 1", ("not YAML: while scanning a plain scalar found a tab character that "
     "violates indentation (indent with spaces: a tab stands in this line)")),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "message"), WRONG, ids=[f"{new}"[:40] for _, new, _ in WRONG])
def test_each_problem_has_its_place_and_says_what_was_expected(
    course: Course, old: str, new: str, message: str
) -> None:
    file = course.assignments / "sums/assignment.yaml"
    assert old in authored.SUMS
    text = authored.SUMS.replace(old, new, 1)
    before, mark, _ = text.partition("§")
    file.write_text(text.replace("§", ""), encoding="utf-8")
    (problem,) = problems(course)
    place = f"{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}: " if mark else ""
    assert said(problem).startswith(place)
    assert said(problem).endswith(message)


def test_a_family_needs_an_array_that_it_could_fill(course: Course) -> None:
    file = course.assignments / "sums/assignment.yaml"
    text = file.read_text(encoding="utf-8").replace("a: {array: float32", "a: {array: int32")
    file.write_text(text.replace("- {n: 1000}", "- {n: 1000, values: normal}"), encoding="utf-8")
    with pytest.raises(ConfigError, match="no input is an array of floating-point numbers with `values`"):
        load_assignments(course)


def test_every_circle_of_needs_is_reported_in_the_order_of_the_file(course: Course) -> None:
    checks = """\
      - {id: d, kind: near, points: 1, needs: [d]}
      - {id: a, kind: near, points: 1, needs: [b, c]}
      - {id: b, kind: near, points: 1, needs: [c]}
      - {id: c, kind: near, points: 1, needs: [a]}
"""
    start, end = authored.SUMS.index("      - {id: right"), authored.SUMS.index("    mistakes:")
    text = authored.SUMS[:start] + checks + authored.SUMS[end:]
    (course.assignments / "sums/assignment.yaml").write_text(text, encoding="utf-8")
    assert {problem.message for problem in problems(course)} == {
        "needs itself: d → d",
        "needs itself: a → c → a",
        "needs itself: a → b → c → a",
    }


def test_problems_of_all_files_come_together(course: Course) -> None:
    first = course.assignments / "sums"
    shutil.copytree(first, course.assignments / "again")
    shutil.copytree(course.reference / "sums", course.reference / "again")
    (first / "assignment.yaml").write_text("schema: 1\nschema: 2\nid: [\n", encoding="utf-8")
    (course.reference / "again/oracle.py").write_text("def add(:\n")
    (course.assignments / "empty").mkdir()
    found = [(Path(problem.file).parent.name, Path(problem.file).name, problem.line) for problem in problems(course)]
    assert found == [
        ("again", "assignment.yaml", 2),  # the id is not the name of the folder
        ("assignments", "empty", 0),  # no assignment.yaml in it
        ("sums", "assignment.yaml", 4),  # no YAML
        ("again", "oracle.py", 1),  # no Python
    ]


def test_a_link_may_not_leave_its_folder(course: Course) -> None:
    starter = course.assignments / "sums/starter/sums.py"
    starter.unlink()
    starter.symlink_to(course.root / "grader.yaml")
    (problem,) = problems(course)
    assert problem.message == "'starter/sums.py' is a link that leaves the folder of the assignment, sums"


def test_a_value_that_could_not_be_read_makes_no_further_problems(course: Course) -> None:
    text = authored.SUMS.replace("- {n: 1000}", "- {n: 2026-12-15, hidden: maybe}\n      - {n: 08}")
    (course.assignments / "sums/assignment.yaml").write_text(text, encoding="utf-8")
    assert [problem.line for problem in problems(course)] == [32, 32, 33]


def test_aliases_and_merge_keys_are_fine(course: Course) -> None:
    text = authored.SUMS.replace(
        "a: {array: float32, shape: [n, 2], values: odd13}", "a: &a {array: float32, shape: [n, 2], values: odd13}"
    )
    text = text.replace("c: {array: float32, shape: [n, 2], output: true}", "b: {<<: *a, values: normal}")
    (course.assignments / "sums/assignment.yaml").write_text(text, encoding="utf-8")
    inputs = load_assignments(course)[0].exercises[0].inputs
    assert isinstance(inputs, tuple)
    assert [(each.name, each.shape, each.values) for each in inputs[:2]] == [
        ("a", ("n", 2), "odd13"),
        ("b", ("n", 2), "normal"),
    ]


def test_inputs_may_be_made_by_a_function(course: Course) -> None:
    start, end = authored.SUMS.index("    inputs:"), authored.SUMS.index("    adapter:")
    text = authored.SUMS[:start] + "    inputs: oracle.py:add\n" + authored.SUMS[end:]
    (course.assignments / "sums/assignment.yaml").write_text(text, encoding="utf-8")
    add = load_assignments(course)[0].exercises[0]
    assert add.inputs == FunctionRef(file=course.reference / "sums/oracle.py", name="add")


def test_only_the_named_assignments_are_read(course: Course) -> None:
    broken = course.assignments / "broken"
    broken.mkdir()
    (broken / "assignment.yaml").write_text("schema: 2\n")
    assert [each.id for each in load_assignments(course, ["sums", "sums"])] == ["sums"]
    with pytest.raises(UsageError, match=r"no assignment is called 'sum' .*did you mean 'sums'\?"):
        load_assignments(course, ["sum"])


def test_the_digest_follows_every_byte_but_not_what_python_compiles(course: Course) -> None:
    def digest() -> str:
        return load_assignments(course)[0].digest

    before = digest()
    cache = course.reference / "sums/__pycache__"
    cache.mkdir()
    (cache / "oracle.pyc").write_bytes(b"x")
    assert digest() == before
    (course.reference / "sums/solution.py").write_text("x = 1\n")
    after = digest()
    assert after != before
    (course.assignments / "sums/starter/sums.py").rename(course.assignments / "sums/starter/sums2.py")
    (course.assignments / "sums/starter/sums.py").write_text("")
    assert digest() not in {before, after}


_ODD = (
    "[]",
    "{}",
    "null",
    "-1",
    "1.5",
    "yes",
    "2026-12-15",
    "[[1]]",
    "{id: [x]}",
    "*a",
    "&a 1",
    "|",
    "../x",
    "\0",
    "''",
)


def test_whatever_an_author_writes_is_read_or_is_problems(course: Course) -> None:
    """Any other exception would be a traceback on a teacher's screen."""
    file = course.assignments / "sums/assignment.yaml"
    chance = random.Random(1)  # noqa: S311 - the same slips each time
    places = [found.span() for found in re.finditer(r"(?<=: )\S.*|[\[{][^\[\]{}]*[\]}]", authored.SUMS)]
    refused = 0
    for _ in range(60):
        start, end = chance.choice(places)
        file.write_text(authored.SUMS[:start] + chance.choice(_ODD) + authored.SUMS[end:], encoding="utf-8")
        try:
            load_assignments(course)
        except ConfigError as error:
            refused += bool(error.problems)
    assert refused > 40
