"""A unit of work that may cross to another machine: names and data only."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Job:
    """Grade what one student handed in."""

    student: str
    assignment: str  # id
    path: str  # absolute path of a file, or of the student's folder, which may hold several attempts
    submitted_at: str = ""  # ISO 8601 with its offset; empty = as it is noted beside the file, or the file's own time
