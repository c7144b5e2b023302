"""An author's solution, as what submissions are compared with."""

from grader.model.assignment import Assignment
from grader.model.submission import Cell, Submission


def solution(assignment: Assignment) -> Submission:
    """Return the author's solution as a submission."""
    source = assignment.reference.read_text(encoding="utf-8")
    return Submission(
        student="reference",
        assignment=assignment.id,
        file=assignment.reference.name,
        format="cu" if assignment.reference.suffix == ".cu" else "py",
        digest=assignment.digest,
        cells=(Cell(source=source),),
    )
