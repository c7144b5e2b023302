"""The quiz: answers that stand in the file; nothing of the student's is run."""

from typing import ClassVar

from grader.languages._answers import answers
from grader.model.assignment import Assignment, Case, Exercise
from grader.model.evidence import Ending, ExerciseEvidence, Outcome, Reference, Run
from grader.model.submission import Submission
from grader.ports import Bench


class QuizLanguage:
    """Reads answers from `ANSWERS = {"q1": "b"}`, from cells that begin with `# answer: q1`, and from Markdown."""

    blocks: ClassVar[bool] = False

    def gather(
        self,
        submission: Submission,
        exercise: Exercise,
        assignment: Assignment,  # noqa: ARG002 - every language gets it
        bench: Bench,  # noqa: ARG002 - every language gets it
    ) -> tuple[ExerciseEvidence, Reference]:
        """Read the answers; the one run has them as its outputs, by the names of the questions.

        Code that cannot be parsed makes `load` a failure; answers in the other cells still count.
        """
        found, load = answers(submission)
        run = Run(case=Case(id="answers", params={}), seed=0, outcome=Outcome(ending=Ending.RETURNED), outputs=found)
        evidence = ExerciseEvidence(exercise=exercise.id, load=load, runs=(run,))
        return evidence, Reference(exercise=exercise.id, expected=({},))
