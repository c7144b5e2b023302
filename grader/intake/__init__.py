"""Files as students send them to submissions."""

from grader.intake.files import find, plain_name
from grader.intake.reading import read

__all__ = ["find", "plain_name", "read"]
