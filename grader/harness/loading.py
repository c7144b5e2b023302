"""The operation that every driver of student code begins with: load the submission and find its entry."""

from typing import Any

from .serve import Session
from .submission import MissingEntry, Submission, describe


def load(session: Session, payload: dict[str, Any]) -> dict[str, Any]:
    """Run all cells of a submission, from `file`, `cells` and `entry`.

    A notebook whose last cells fail still counts when its entry is defined by then; the failure goes into the claims
    as `stopped`. What the submission defines goes there as `names`, also when the entry is missing.

    Raises:
        BaseException: what the student's code raises.
        MissingEntry: there is no callable of the name `entry`.
    """
    submission = session.submission = Submission(payload["file"])
    try:
        submission.execute(payload["cells"])
    except BaseException as error:
        if payload["file"].endswith(".py") or not _defines(submission, payload["entry"]):
            raise
        session.claims["stopped"] = describe(error, payload["file"])
    session.claims["names"] = submission.names
    submission.entry(payload["entry"])
    return {}


def _defines(submission: Submission, entry: str) -> bool:
    try:
        submission.entry(entry)
    except MissingEntry:
        return False
    return True
