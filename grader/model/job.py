"""A unit of work that may cross to another machine: names and data only."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Job:
    """Grade one file of one student."""

    student: str
    assignment: str  # id
    path: str  # absolute path of the file as handed in
