"""Where a box says that it is."""

import re

from grader.model.evidence import Place


def place_in(dump: str) -> Place | None:
    """Return the innermost place in a student's file from faulthandler's dump: those alone have no folder."""
    found = re.search(r'File "([^"/\\<]+?)(?:\[(\d{1,6})\])?", line (\d{1,9}) in', dump)
    if not found:
        return None
    return Place(file=found[1], cell=int(found[2]) if found[2] else None, line=int(found[3]))
