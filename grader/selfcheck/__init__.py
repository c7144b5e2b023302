"""A student's own check, from a notebook or a script: `grader.check("vec_add")`, or `%%check vec_add`.

It runs the same engine as the instructor's grader, on the public cases. It carries no mark.
"""

from functools import partial
from pathlib import Path
from typing import Any, Literal


def check(assignment: str, *, course: str | Path | None = None, lang: Literal["bn", "en"] | None = None) -> None:
    """Check what the running notebook, or the running script, has for an assignment, and show the report.

    Args:
        assignment: its id.
        course: folder of the public editions of a course's assignments, as `grader export-student` writes it; found by
            itself when it is called `self-check` and lies beside the notebook or above it.
        lang: of the report; the course's when left out.
    """
    from grader.selfcheck.checking import run

    run(assignment, Path(course) if course else None, lang)


def load_ipython_extension(shell: Any) -> None:
    """Give a notebook `%%check ID`, which runs its cell first, and `%check ID`; called by `%load_ext grader`."""
    shell.register_magic_function(partial(_magic, shell), "line_cell", "check")


def _magic(shell: Any, line: str, cell: str | None = None) -> None:
    if cell is None or shell.run_cell(cell).success:
        check(line.strip())
