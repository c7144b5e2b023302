"""Files as students send them to submissions."""

from grader.intake.attempts import NOTED, attempts, submitted_at
from grader.intake.files import find, plain_name
from grader.intake.live import live
from grader.intake.reading import read
from grader.intake.tree import jobs

__all__ = ["NOTED", "attempts", "find", "jobs", "live", "plain_name", "read", "submitted_at"]
