"""YAML files to model, every problem at once.

Reading order: `table.py` (all keys; `rubric.py` for those of checks), `kinds.py` and `shapes.py` (what a value may be),
`assignment.py`, `review.py`.
"""

from grader.config.assignment import load_assignments, split_assignments
from grader.config.course import find_course, load_course
from grader.config.page import reference_page
from grader.config.schema import json_schema

__all__ = ["find_course", "json_schema", "load_assignments", "load_course", "reference_page", "split_assignments"]
