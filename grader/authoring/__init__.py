"""What an author begins with: new courses, new assignments, and starters made from solutions."""

from grader.authoring.scaffold import COURSE_EXAMPLE, languages, new_assignment, new_course

__all__ = ["COURSE_EXAMPLE", "languages", "new_assignment", "new_course"]
