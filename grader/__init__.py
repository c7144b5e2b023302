"""An autograder for GPU programming courses, with feedback in Bangla."""

from grader.selfcheck import check, load_ipython_extension

__all__ = ["check", "load_ipython_extension"]
__version__ = "0.1.0"
