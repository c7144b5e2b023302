"""Reading the course file, `grader.yaml`."""

from collections.abc import Mapping
from pathlib import Path

from grader.config.files import Folder
from grader.config.handing_in import BY_STUDENT, extensions, unknown
from grader.config.kinds import Item
from grader.config.limits import limits
from grader.config.nodes import read
from grader.config.reviews import endpoint
from grader.config.table import COURSE
from grader.errors import ConfigError, Problem, UsageError
from grader.model.assignment import Course, Limits
from grader.text.paths import shown

_FILE = "grader.yaml"
_FOLDERS = ("assignments", "reference", "submissions", "results")
_WORDS = ("title", "language", "digits", "device", "sandbox", "isolation", "executor", "workers")


def find_course(start: Path) -> Path:
    """Return the nearest course file, in a folder or in one above it.

    Raises:
        UsageError: there is none.
    """
    start = start.absolute()
    for folder in (start, *start.parents):
        if (folder / _FILE).is_file():
            return folder / _FILE
    raise UsageError(f"no {_FILE} in {shown(start)} or in a folder above it")


def load_course(path: Path) -> Course:
    """Return a course; its folders are absolute, and relative to the file in the YAML.

    Raises:
        UsageError: the file cannot be opened.
        ConfigError: every problem of the file.
    """
    root = path.absolute().parent
    node, found = read(path)
    problems = list(found)
    item = COURSE.read(node, problems) if node else None
    messages = item.value.get("messages") if item else None
    if messages and (problem := Folder(path=root, name="the folder of the course").problem(messages)):
        problems.append(problem)
    extended = _extensions(item, root, problems) if item else {}
    if item is None or problems:
        raise ConfigError(sorted(problems, key=lambda problem: (problem.file, problem.line, problem.column)))
    given = item.plain()
    return Course(
        **{key: given[key] for key in _WORDS if key in given},
        **{key: root / given.get(key, key) for key in _FOLDERS},
        root=root,
        limits=limits(given.get("limits"), Limits()),
        messages=root / given["messages"] if "messages" in given else None,
        extensions=extended,
        reviews=root / given.get("reviews", "reviews.jsonl"),
        suggestions=endpoint(given.get("suggestions")),
    )


def _extensions(item: Item, root: Path, problems: list[Problem]) -> Mapping[str, Mapping[str, float]]:
    """Return the extensions that stand in the course file, or in the file that it names."""
    found = item.value.get("extensions")
    if found and isinstance(found.value, str):
        if problem := Folder(path=root, name="the folder of the course").problem(found):
            problems.append(problem)
            return {}
        node, wrong = read(root / found.value)
        problems += wrong
        found = BY_STUDENT.read(node, problems) if node else None
    if found is None:
        return {}
    assignments = root / item.plain().get("assignments", "assignments")
    ids = sorted(path.name for path in assignments.iterdir()) if assignments.is_dir() else []
    problems += unknown(found, ids)
    return extensions(found)
