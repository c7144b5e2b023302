"""Reading assignments: a folder of them, or one `assignment.yaml`."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from grader.config import review
from grader.config.cases import expand
from grader.config.files import Folder, digest
from grader.config.handing_in import attempts, late
from grader.config.kinds import Item, RefusedError
from grader.config.limits import limits, of_roles
from grader.config.nodes import Place, read
from grader.config.regions import RegionError, derived
from grader.config.rubric import COMMON
from grader.config.table import ASSIGNMENT
from grader.errors import ConfigError, Problem, UsageError
from grader.model.assignment import (
    Assignment,
    CheckSpec,
    Course,
    Exercise,
    FunctionRef,
    Input,
    Launch,
    Limits,
    Mistake,
)
from grader.text.paths import shown

_FILE = "assignment.yaml"


def load_assignments(course: Course, ids: Sequence[str] = ()) -> tuple[Assignment, ...]:
    """Return the assignments of a course, sorted by id: all of them, or those named.

    Raises:
        UsageError: there is no assignment of a given name; says which there are.
        ConfigError: every problem of every file that was read.
    """
    folders = _folders(course.assignments, ids)
    problems: list[Problem] = []
    loaded = [_load(folder, course, problems) for _, folder in sorted(folders.items())]
    if problems:
        # The same file may be at fault for several keys.
        once = dict.fromkeys(problems)
        raise ConfigError(sorted(once, key=lambda problem: (problem.file, problem.line, problem.column)))
    return tuple(assignment for assignment in loaded if assignment)


def split_assignments(course: Course, ids: Sequence[str] = ()) -> tuple[Path, ...]:
    """Write starter and reference of assignments that have a `source`, and return the paths of what was written.

    Args:
        course: that they belong to.
        ids: of which; all that have a source when left out.

    Raises:
        UsageError: there is no assignment of a given name, or it has no source.
        ConfigError: the regions of a source are not in order.
        OSError: a file cannot be read or written.
    """
    written: list[Path] = []
    for name, path in sorted(_folders(course.assignments, ids).items()):
        node, _ = read(path / _FILE)
        item = ASSIGNMENT.read(node, []) if node else None
        given = item.value if item else {}
        if {"source", "starter", "reference"} <= set(given):
            written += _split(given, *_homes(path, course))
        elif name in ids:
            raise UsageError(f"{name} has no `source`, no `starter` or no `reference`: there is nothing to split")
    return tuple(written)


def _split(given: Mapping[str, Item], folder: Folder, reference: Folder) -> Sequence[Path]:
    paths: list[Path] = []
    for key, path_of in (("source", reference.file), ("starter", folder.inside), ("reference", reference.inside)):
        try:
            paths.append(path_of(given[key].value))
        except RefusedError as error:
            raise ConfigError([given[key].node.place.problem(error.message, error.hint)]) from error
    source, *made = paths
    try:
        found = derived(source, *made)
    except RegionError as error:
        raise ConfigError([given["source"].node.place.problem(f"{source.name}: {error}")]) from error
    texts = {path: text for path, text in zip(made, (found.starter, found.reference), strict=True) if path != source}
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    return tuple(texts)


def _folders(parent: Path, ids: Sequence[str] = ()) -> Mapping[str, Path]:
    """Return the folders of assignments by their ids: all of them, or those named. Raises UsageError."""
    try:
        found = {path.name: path for path in parent.iterdir() if path.is_dir() and path.name[0] not in "._"}
    except OSError as error:
        raise UsageError(f"cannot read the folder of the assignments, {shown(parent)}: {error.strerror}") from error
    for name in ids:
        if name not in found:
            near = get_close_matches(name, found, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(sorted(found)) or 'none'}"
            raise UsageError(f"no assignment is called {name!r} in {shown(parent)} ({hint})")
    return {name: found[name] for name in ids} if ids else found


def _load(path: Path, course: Course, problems: list[Problem]) -> Assignment | None:
    file = path / _FILE
    if not file.is_file():
        other = next(path.glob("*.y*ml"), None)
        hint = f"rename {other.name}" if other else f"a folder that is no assignment may be called _{path.name}"
        problems.append(Place(file=shown(path)).problem(f"this folder has no {_FILE}", hint))
        return None
    folder, reference = _homes(path, course)
    node, found = read(file)
    own = list(found)
    item = ASSIGNMENT.read(node, own) if node else None
    if item:
        own += review.assignment(item, folder, reference)
    problems += own
    return _assignment(item, folder.path, reference.path, course) if item and not own else None


def _homes(path: Path, course: Course) -> tuple[Folder, Folder]:
    """Return the folders that an assignment's files are in: its own, and that of its reference."""
    return (
        Folder(path=path, name=f"the folder of the assignment, {path.name}"),
        Folder(path=course.reference / path.name, name=f"the folder of the reference, {path.name}"),
    )


def _assignment(item: Item, folder: Path, reference: Path, course: Course) -> Assignment:
    given = item.plain()
    below = limits(given.get("limits"), course.limits)
    return Assignment(
        id=given["id"],
        title=given["title"],
        statement=given["statement"],
        folder=folder,
        submit=given["submit"],
        starter=folder / given["starter"],
        reference=reference / given["reference"],
        exercises=tuple(_exercise(exercise, folder, reference, below) for exercise in item.value["exercises"].value),
        covers=given.get("covers", ()),
        due=given.get("due"),
        late=late(given.get("late")),
        attempts=attempts(given.get("attempts")),
        messages=folder / given["messages"] if "messages" in given else None,
        digest=digest(folder, reference),
    )


def _exercise(item: Item, folder: Path, reference: Path, below: Limits) -> Exercise:
    given = item.plain()
    cases = item.value["cases"].value if "cases" in given else ()
    checks, below = tuple(_check(check) for check in given["checks"]), limits(given.get("limits"), below)
    return Exercise(
        id=given["id"],
        title=given["title"],
        statement=given["statement"],
        language=given["language"],
        checks=checks,
        entry=given.get("entry", ""),
        inputs=_inputs(given.get("inputs", {}), reference),
        adapter=_function(given.get("adapter"), folder),
        oracle=_function(given.get("oracle"), reference),
        launch=Launch(**given["launch"]) if "launch" in given else None,
        cases=tuple(placed.case for placed in expand(cases)),
        mistakes=tuple(Mistake(file=folder / each["file"], says=each["says"]) for each in given.get("mistakes", ())),
        honest=tuple(folder / each for each in given.get("honest", ())),
        limits=below,
        role_limits=of_roles(given["checks"], checks, below),
    )


def _check(given: Mapping[str, Any]) -> CheckSpec:
    common = {field.key for field in COMMON.fields}
    return CheckSpec(
        **{"points": Decimal(0), **{key: value for key, value in given.items() if key in common - {"limits"}}},
        options={key: value for key, value in given.items() if key not in common},
    )


def _inputs(given: str | Mapping[str, Any], reference: Path) -> tuple[Input, ...] | FunctionRef:
    if isinstance(given, str):
        return _reference(given, reference)
    return tuple(
        Input(name=name, kind="scalar", dtype=described["scalar"])
        if "scalar" in described
        else Input(
            name=name,
            kind="array",
            dtype=described["array"],
            shape=described["shape"],
            values=described.get("values", ""),
            output=described.get("output", False),
        )
        for name, described in given.items()
    )


def _function(given: str | None, folder: Path) -> FunctionRef | None:
    return _reference(given, folder) if given else None


def _reference(given: str, folder: Path) -> FunctionRef:
    file, _, name = given.rpartition(":")
    return FunctionRef(file=folder / file, name=name)
