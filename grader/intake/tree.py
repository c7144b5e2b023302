"""A tree of submissions to jobs."""

from pathlib import Path, PurePath

from grader.errors import UsageError
from grader.intake.attempts import NOTED
from grader.intake.files import plain_name
from grader.model.assignment import Course
from grader.model.job import Job


def jobs(folder: Path, course: Course) -> tuple[Job, ...]:
    """Return a job for every submission in a tree `<assignment>/<student>/…`, sorted.

    A student may also be a single file, named after them.

    Raises:
        UsageError: the folder is not to be read.
    """
    try:
        known = sorted(path.name for path in course.assignments.iterdir() if path.is_dir())
        found = [
            Job(student=_student(path), assignment=parent.name, path=str(path.absolute()))
            for parent in sorted(folder.iterdir())
            if parent.is_dir() and parent.name in known
            for path in sorted(parent.iterdir())
            if not path.name.startswith(".") and not path.name.endswith(NOTED)
        ]
        odd = [path.name for path in folder.iterdir() if path.is_dir() and path.name not in known]
    except OSError as error:
        raise UsageError(f"cannot read {folder}: {error.strerror}") from error
    if odd:
        raise UsageError(f"{folder} has folders that are named after no assignment: {', '.join(sorted(odd))}; "
                         f"there are {', '.join(known)}")  # fmt: skip
    return tuple(found)


def _student(path: Path) -> str:
    """Return whose submission a path is: the name of their folder, or of their file."""
    name = plain_name(path)
    return name if path.is_dir() else PurePath(name).stem
