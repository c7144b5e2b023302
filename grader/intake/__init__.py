"""Files as students send them to submissions."""

from grader.intake.files import find
from grader.intake.reading import read

__all__ = ["find", "read"]
