"""An autograder for GPU programming courses, with feedback in Bangla."""

from importlib.metadata import version

__version__ = version("grader")
