"""The operation that every driver of student code begins with: load the submission and find its entry."""

from typing import Any

from .serve import Session
from .submission import MissingEntry, Submission, describe


def load(session: Session, payload: dict[str, Any]) -> dict[str, Any]:
    """Run all cells of a submission, from `file`, `cells` and `entry`; without an entry it is a script.

    With `live`, the cells are those that a running notebook has run, of which some have failed.

    A notebook whose last cells fail still counts when its entry is defined by then; the failure goes into the claims
    as `stopped`. What the submission defines goes there as `names`, also when the entry is missing.

    Raises:
        BaseException: what the student's code raises.
        MissingEntry: there is no callable of the name `entry`.
    """
    entry = payload["entry"]
    submission = session.submission = Submission(payload["file"], script=not entry)
    try:
        submission.execute(payload["cells"], live=payload.get("live", False))
    except BaseException as error:
        if not _left(error, entry):
            if payload["file"].endswith(".py") or not _defines(submission, entry):
                raise
            session.claims["stopped"] = describe(error, payload["file"])
    session.claims["names"] = submission.names
    if entry:
        submission.entry(entry)
    return {}


def _left(error: BaseException, entry: str) -> bool:
    """Return whether a script has come to its end by `sys.exit()`."""
    return not entry and isinstance(error, SystemExit) and not error.code


def _defines(submission: Submission, entry: str) -> bool:
    try:
        if entry:
            submission.entry(entry)
    except MissingEntry:
        return False
    return True
