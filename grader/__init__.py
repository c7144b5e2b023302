"""An autograder for GPU programming courses, with feedback in Bangla."""

__version__ = "0.1.0"
