"""Files as students send them to submissions."""

from grader.intake.attempts import NOTED, attempts, submitted_at
from grader.intake.files import find, plain_name
from grader.intake.reading import read

__all__ = ["NOTED", "attempts", "find", "plain_name", "read", "submitted_at"]
