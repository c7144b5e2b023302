"""A new course in an empty folder, and new assignments in it, from templates that work as they are.

`templates/<language>/` holds an assignment called `new_assignment`, sound as it stands, and its reference;
`templates/course/` what a new course holds beside them.
"""

import re
import shutil
from difflib import get_close_matches
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from pathlib import Path

from grader.errors import UsageError
from grader.model.text import Language
from grader.text.paths import shown

COURSE_EXAMPLE = "first_kernel"  # the assignment of a new course
_COURSE = "course"
_PLACEHOLDER = "new_assignment"  # the id in every template
_LANGUAGE = "numba_cuda"  # of the first assignment
_STUDENT = "s001"
_ID = re.compile("[a-z][a-z0-9_]*")
_KEPT = {".git"}  # what an empty folder may hold
_ignored = shutil.ignore_patterns("__pycache__")  # pip compiles templates as well


def languages() -> tuple[str, ...]:
    """Return the languages of which there is a template, sorted."""
    return tuple(sorted(each.name for each in _templates().iterdir() if each.is_dir() and each.name != _COURSE))


def new_assignment(assignments: Path, reference: Path, name: str, language: str) -> tuple[Path, Path]:
    """Write an assignment and its reference, and return their folders. Nothing is overwritten.

    Args:
        assignments: folder of the course's assignments.
        reference: folder of its references.
        name: its id.
        language: one of `languages()`.

    Raises:
        UsageError: there is no such language, the id is none, or one of the folders is there already.
        OSError: a file cannot be written.
    """
    if language not in languages():
        near = get_close_matches(language, languages(), n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(languages())}"
        raise UsageError(f"no template is called {language!r} ({hint})")
    if not _ID.fullmatch(name):
        raise UsageError(f"{name!r} is no id: small letters, digits and _, a letter first ({_repaired(name)})")
    folders = assignments / name, reference / name
    for folder in folders:
        if folder.exists():
            raise UsageError(f"{shown(folder)} is there already: choose another id")
    with as_file(_templates() / language) as template:
        for part, folder in zip(("assignment", "reference"), folders, strict=True):
            shutil.copytree(template / part, folder, ignore=_ignored)
    file = folders[0] / "assignment.yaml"
    text = file.read_text(encoding="utf-8").replace(_PLACEHOLDER, name)
    file.write_text(text, encoding="utf-8", newline="\n")
    return folders


def new_course(folder: Path, language: Language) -> None:
    """Write a course with one assignment, and a submission that solves it, into an empty folder.

    Args:
        folder: made if it is not there; a repository of Git in it, without files, is no hindrance.
        language: of its reports.

    Raises:
        UsageError: the folder holds something.
        OSError: a file cannot be written.
    """
    if folder.exists() and any(path.name not in _KEPT for path in folder.iterdir()):
        raise UsageError(f"{shown(folder)} is not empty: name a new folder, or an empty one")
    with as_file(_templates() / _COURSE) as template:
        shutil.copytree(template, folder, dirs_exist_ok=True, ignore=_ignored)
    file = folder / "grader.yaml"
    text = file.read_text(encoding="utf-8").replace("language: bn", f"language: {language}")
    file.write_text(text, encoding="utf-8", newline="\n")
    (folder / "gitignore").rename(folder / ".gitignore")  # under its own name it would hide files of ours
    assignment, reference = new_assignment(folder / "assignments", folder / "reference", COURSE_EXAMPLE, _LANGUAGE)
    work = folder / "submissions" / COURSE_EXAMPLE / _STUDENT
    work.mkdir(parents=True)
    starter = next((assignment / "starter").iterdir())
    shutil.copyfile(reference / "solution.py", work / starter.name)


def _repaired(name: str) -> str:
    """Return a hint: the nearest id, if any letter of a name can stand in one."""
    near = re.sub("[^a-z0-9]+", "_", name.lower()).lstrip("_0123456789").rstrip("_")
    return f"did you mean {near!r}?" if near else "for example 'vec_add'"


def _templates() -> Traversable:
    return files("grader") / "authoring" / "templates"
