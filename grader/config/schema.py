"""JSON Schema of the author's files, for editors."""

from typing import Literal

from grader.config.kinds import Schema
from grader.config.table import ASSIGNMENT, COURSE

_RECORDS = {"assignment": ASSIGNMENT, "course": COURSE}


def json_schema(kind: Literal["assignment", "course"]) -> Schema:
    """Return the JSON Schema (2020-12) of `assignment.yaml` or of `grader.yaml`, plugins' own keys included.

    Raises:
        PluginError: a check plugin cannot be loaded.
    """
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"grader: {kind}"}
    return {**head, **_RECORDS[kind].schema()}
