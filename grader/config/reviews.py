"""Where decisions of people are kept, and who may suggest marks to them."""

from collections.abc import Mapping
from typing import Any

from grader.config.kinds import Str
from grader.config.names import FILE
from grader.config.shapes import Field, Record
from grader.model.assignment import Endpoint

_URL = Str(
    words="an address that begins with `https://`; `http://` only of this machine",
    pattern=r"^(https://[^\s/@?#]+|http://(localhost|127\.0\.0\.1|\[::1\])(:[0-9]+)?)(/[^\s?#]*)?$",
)
_SUGGESTIONS = Record(
    name="a service that suggests marks",
    doc="Of short answers; a person decides, see [short answers](short-answers.md). The answer, the question and the "
    "rubric are sent, and nothing about the student.",
    fields=(
        Field(key="url", kind=_URL, doc="Address up to `/v1` of a service that speaks the API of OpenAI."),
        Field(key="model", kind=Str(words="the name of a model"), doc="Which of its models is asked."),
        Field(
            key="key_env",
            kind=Str(words="the name of an environment variable", pattern="^[A-Za-z_][A-Za-z0-9_]*$"),
            doc="The environment variable that holds the key of the service.",
            required=False,
            default="no key is sent",
        ),
    ),
)
REVIEWS = (
    Field(
        key="reviews",
        kind=FILE,
        doc="File that keeps what people decide in `grader review`, relative to the course file.",
        required=False,
        default="`reviews.jsonl`",
    ),
    Field(
        key="suggestions",
        kind=_SUGGESTIONS,
        doc="A service that may suggest marks to the reviewer.",
        required=False,
        default="none is asked",
    ),
)


def endpoint(given: Mapping[str, Any] | None) -> Endpoint | None:
    """Return the service that suggests marks, where there is one."""
    return Endpoint(**given) if given else None
