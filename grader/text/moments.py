"""A moment, as authors and programs write it: ISO 8601 with its offset from UTC."""

import re
from datetime import datetime

# Of Python and of JSON Schema alike, for the whole text.
PATTERN = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?(Z|[+-][0-9]{2}:[0-9]{2})$"
WORDS = "a moment with its offset from UTC, such as 2026-12-15T23:59:00+06:00"


def moment(text: str) -> datetime:
    """Return the moment that a text gives.

    Raises:
        ValueError: it gives none, or one without an offset, which means another moment in every country.
    """
    text = text.strip()
    try:
        found = datetime.fromisoformat(text)
    except ValueError as error:
        raise ValueError(f"expected {WORDS}, got {text!r}") from error
    if found.tzinfo is None:
        raise ValueError(f"expected {WORDS}, got {text!r}, of which the offset is missing")
    if not re.fullmatch(PATTERN, text):
        raise ValueError(f"expected {WORDS}, got {text!r}")
    return found
