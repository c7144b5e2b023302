"""The composition root: names in a course file become plugins, and jobs become reports."""

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from itertools import groupby
from pathlib import Path

from grader import intake, registry
from grader.boxes.oracle import Oracle
from grader.config import load_assignments
from grader.errors import ConfigError, MachineError, StoreError, UnreadableSubmissionError
from grader.grading.attempts import counting
from grader.grading.edition import edition
from grader.grading.fingerprints import Fingerprints
from grader.grading.gathering import Tools, bench_of
from grader.grading.judging import Judges, judge
from grader.grading.personal import personal
from grader.grading.pipeline import Graded, conclude, grade
from grader.grading.reviewing import decided, reviewed, waiting
from grader.grading.validation import Desk, Plan, Row, Trial, Tried, Validation
from grader.model.assignment import LEVELS, Assignment, CheckSpec, Course, Exercise
from grader.model.evidence import Evidence, Reference
from grader.model.job import Job
from grader.model.report import Report
from grader.model.review import Marks, Waiting
from grader.model.submission import Note, Submission
from grader.model.verdict import Verdict
from grader.ports import Check, Executor, Exporter, Sandbox, Store
from grader.store import reviews
from grader.store.files import FileStore
from grader.text.moments import moment

__all__ = ["Grader", "Plan", "Row", "as_json", "assembled", "authors", "build", "check", "export", "store"]

EVIDENCE = "evidence"  # folder of the store, inside of the results
REAL, VIRTUAL = "cuda", "virtual"
OPEN, PORTABLE = "local", "portable"  # the sandboxes that isolate nothing: on Linux, and on any system
_WITHHELD = "withheld"  # the check that says that another is judged later
_AUTHOR = "author"  # whose numbers an author's own programs are tried on


@dataclass(frozen=True, kw_only=True)
class Grader:
    """A course, ready to grade."""

    course: Course
    assignments: Mapping[str, Assignment]
    tools: Tools
    isolation: str  # of LEVELS: the weakest that is accepted
    marks: Marks = field(default_factory=dict)  # what people have decided so far

    def ready(self) -> "Grader":
        """Return this grader, once it is known that it can run something.

        Raises:
            MachineError: the device is not to be had, the wall around student code is too weak, or that code could read
                the course.
        """
        self.tools.device.facts()
        level = self.tools.sandbox.isolation
        if LEVELS.index(level) > LEVELS.index(self.isolation):
            raise MachineError(
                f"the sandbox {self.tools.sandbox_name} reaches isolation {level} here, and {self.isolation} is "
                "required; see docs/sandbox.md, or check your own code with --unsafe"
            )
        shown = [folder for folder in self._secret if level != LEVELS[-1] and self.tools.sandbox.shows(folder)]
        if shown:
            raise MachineError(f"student code could read {shown[0]}: keep the course out of /usr and of this Python")
        return self

    @property
    def _secret(self) -> tuple[Path, ...]:
        course = self.course
        return course.assignments, course.reference, course.submissions, course.results, course.reviews

    def grade(self, job: Job, store: Store | None = None) -> Report:
        """Return the report of one job, of several attempts that of the one that counts.

        An unreadable file, or a fault of ours, gives one without a score.

        Args:
            job: a file, or a student's folder.
            store: keeps the evidence of every attempt, where there is one.

        Raises:
            ConfigError: the author's own code failed.
        """
        assignment = self.personal(job.assignment, job.student)
        handed_in = intake.attempts(Path(job.path))
        if store:
            store.drop(job.assignment, job.student)
        reports = [
            self._attempt(replace(job, path=str(path)), number, len(handed_in), assignment, store)
            for number, path in handed_in[: assignment.attempts.limit]
        ]
        return counting(reports, assignment.attempts)

    def personal(self, name: str, student: str) -> Assignment:
        """Return an assignment as one student has it: with their own numbers, and with their extension."""
        extension = self.course.extensions.get(student, {}).get(name, 0)
        return personal(self.assignments[name], student, extension)

    def grade_all(self, jobs: Sequence[Job], store: Store, workers: int) -> Iterator[Report]:
        """Yield the report of every job as it is finished."""
        executor: Executor = registry.load("executors", self.course.executor)()
        return executor.run(jobs, partial(self.grade, store=store), workers)

    def rejudge(self, store: Store) -> Iterator[Report]:
        """Yield a report on everything that a store keeps, without running anything.

        An attempt that left no evidence keeps its report.

        Raises:
            StoreError: evidence is damaged, or of an assignment that has other exercises now.
        """
        unscored = {(report.assignment, report.student, report.attempt): report for report in store.unscored()}
        for (name, student), keys in groupby(sorted({*store.keys(), *unscored}), key=lambda key: key[:2]):
            assignment = self.personal(name, student)
            judges = self._judges(name)
            reports = [unscored.get(key) or _rejudged(store, assignment, *key[1:], judges) for key in keys]
            yield counting(reports, assignment.attempts)

    def waiting(self, store: Store, *, again: bool = False) -> tuple[Waiting, ...]:
        """Return what waits for a person among all that a store keeps.

        Args:
            store: keeps the evidence.
            again: also what a person has decided already.

        Raises:
            StoreError: evidence is damaged, or of an assignment that has other exercises now.
        """
        found = waiting((self._verdicts(store, *key, again) for key in store.keys()), check)  # noqa: SIM118 - no mapping
        return tuple(replace(each, decision=self.marks.get(each.task)) for each in found)

    def _verdicts(
        self, store: Store, name: str, student: str, attempt: int, again: bool
    ) -> tuple[Assignment, Sequence[Verdict]]:
        assignment = self.personal(name, student)
        submission, evidence, references = _kept(store, assignment, student, attempt)
        return assignment, judge(submission, assignment, evidence, references, check if again else self._judges(name))

    def _judges(self, name: str) -> Judges:
        """Return the checks of an assignment, with what people have decided."""
        return reviewed(check, self.marks, name)

    def validate(
        self, name: str, plan: Plan, *, shown: Callable[[Report], str], messages: Collection[str]
    ) -> Validation:
        """Return how an assignment is put to the test, step by step.

        Args:
            name: id of the assignment.
            plan: how thoroughly.
            shown: a report as a student gets it, in every format.
            messages: the codes that there is a message for.
        """
        assignment = self.personal(name, _AUTHOR)

        def graded(trial: Trial, part: Assignment) -> tuple[Submission, Graded]:
            submission = authors(trial.file, assignment)
            return submission, grade(submission, part, self.tools, check)

        @contextmanager
        def workshop(exercise: Exercise) -> Iterator[Oracle]:
            with (
                self.tools.device.lease() as lease,
                Oracle(exercise, bench_of(exercise, assignment, self.tools, lease)) as oracle,
            ):
                yield oracle

        tools = Desk(
            grade=graded,
            workshop=workshop,
            blocks=lambda exercise: self.tools.language(exercise.language).blocks,
            shown=shown,
            messages=messages,
            judges=check,
            each=self._many,
        )
        return Validation(assignment=assignment, plan=plan, tools=tools)

    def _many(self, work: Callable[[Trial], Tried], trials: Iterable[Trial]) -> Iterator[Tried]:
        with ThreadPoolExecutor(max_workers=self.course.workers or os.cpu_count()) as pool:
            yield from pool.map(work, trials)

    def trial(self, name: str, path: Path) -> Report:
        """Return the report of a program of an assignment's author, graded like a submission.

        Raises:
            UnreadableSubmissionError: it is none.
            MachineError: the judge's side broke.
            ConfigError: the author's own code failed.
        """
        assignment = self.personal(name, _AUTHOR)
        return grade(authors(path, assignment), assignment, self.tools, check).report

    def edition(self, name: str) -> Assignment:
        """Return what students may have of an assignment. Raises MachineError and ConfigError."""
        assignment = self.personal(name, "")
        return edition(assignment, authors(assignment.reference, assignment), self.tools, check)

    def self_check(self, submission: Submission) -> Report:
        """Return the report on a student's own program, on public cases: it carries no mark."""
        try:
            report = grade(submission, self.assignments[submission.assignment], self.tools, check).report
        except Exception as error:  # noqa: BLE001 - our own fault says nothing of the student's code
            job = Job(student="", assignment=submission.assignment, path=submission.file)
            report = self._unscored(job, Note(code="self.fault", params={"error": str(error)}), 1, 1)
        return replace(report, score=None, self_check=True)

    def _attempt(self, job: Job, number: int, of: int, assignment: Assignment, store: Store | None) -> Report:
        path = Path(job.path)
        try:
            file = intake.find(path, assignment.submit) if path.is_dir() else path
            submission = replace(
                intake.read(file, student=job.student, assignment=assignment.id, submit=assignment.submit),
                submitted_at=_submitted_at(job, file, assignment),
                attempt=number,
                attempts=of,
            )
            graded = grade(submission, assignment, self.tools, self._judges(assignment.id))
            if store:
                store.save(submission, graded.evidence, graded.references)
        except UnreadableSubmissionError as error:
            problem = Note(code=error.code, params=error.params)
        except ConfigError:
            raise
        except Exception as error:  # noqa: BLE001 - our own fault costs nobody a point, and no one else their report
            problem = _fault(error)
        else:
            return graded.report
        report = self._unscored(job, problem, number, of)
        if store:
            store.save_unscored(report)
        return report

    def _unscored(self, job: Job, problem: Note, number: int, of: int) -> Report:
        return Report(
            student=job.student, assignment=job.assignment, file=intake.plain_name(Path(job.path)),
            submission_digest="", assignment_digest=self.assignments[job.assignment].digest,
            graded_at=datetime.now(UTC).isoformat(timespec="seconds"), seconds=0.0,
            device=self.tools.device_name, sandbox=self.tools.sandbox_name,
            isolation=self.tools.sandbox.isolation, machine={}, verdicts=(), score=None, problem=problem,
            attempt=number, attempts=of,
        )  # fmt: skip


def build(
    course: Course, ids: Sequence[str] = (), *, device: str = "", sandbox: str = "", isolation: str = ""
) -> Grader:
    """Return a grader for a course.

    Args:
        course: as it was loaded.
        ids: assignments that are needed; all when left out.
        device: in place of the course's.
        sandbox: in place of the course's.
        isolation: the weakest that is accepted, in place of the course's; with E, code may run behind no wall at all.

    Raises:
        UsageError: there is no assignment of a name.
        ConfigError: every problem of the author's files, and of the file of reviews.
        PluginError: there is no plugin of a name.
    """
    found = {assignment.id: assignment for assignment in load_assignments(course, ids)}
    marks = decided(reviews.load(course.reviews))
    return replace(assembled(course, found, device=device, sandbox=sandbox, isolation=isolation), marks=marks)


def assembled(
    course: Course, assignments: Mapping[str, Assignment], *, device: str = "", sandbox: str = "", isolation: str = ""
) -> Grader:
    """Return a grader for assignments that are at hand; the rest is as for `build`. Raises PluginError."""
    isolation = isolation or course.isolation
    device = _device(device or course.device)
    sandbox = _sandbox(sandbox or course.sandbox, isolation)
    tools = Tools(
        sandbox=registry.load("sandboxes", sandbox)(),
        sandbox_name=sandbox,
        device=registry.load("devices", device)(),
        device_name=device,
        language=lambda name: registry.load("languages", name)(),
        check=check,
        fingerprints=Fingerprints(read=authors),
    )
    return Grader(course=course, assignments=assignments, tools=tools, isolation=isolation)


def _fault(error: Exception) -> Note:
    return Note(code="machine.fault", params={"error": f"{type(error).__name__}: {error}"})


def check(spec: CheckSpec) -> Check:
    """Return the check of a line of a rubric."""
    plugin: Check = registry.load("checks", _WITHHELD if spec.withheld else spec.kind)(**spec.options)
    return plugin


def authors(path: Path, assignment: Assignment) -> Submission:
    """Return a program of an assignment's author as a submission, whatever its name is. Raises what intake does."""
    # The author's files are called after what is special about them.
    accepted = (f"*{path.suffix}", *assignment.submit)
    submission = intake.read(path, student="author", assignment=assignment.id, submit=accepted)
    return replace(submission, file=_usual_name(submission, assignment))


def store(results: Path) -> Store:
    """Return the store of a folder of results."""
    return FileStore(results / EVIDENCE)


def export(reports: Sequence[Report], folder: Path) -> None:
    """Write the reports in every format for machines. Raises OSError."""
    for name in registry.names("exporters"):
        exporter: Exporter = registry.load("exporters", name)()
        exporter.export(reports, folder)


def as_json(reports: Sequence[Report]) -> str:
    """Return the reports as `results.json` has them."""
    text: str = registry.load("exporters", "json")().text(reports)
    return text


def _submitted_at(job: Job, file: Path, assignment: Assignment) -> str:
    """Return when something was handed in, as ISO 8601 in the zone of the due date; nothing where there is none."""
    if assignment.due is None:
        return ""
    found = moment(job.submitted_at) if job.submitted_at else intake.submitted_at(Path(job.path), file)
    return found.astimezone(assignment.due.tzinfo).isoformat()


def _rejudged(store: Store, assignment: Assignment, student: str, attempt: int, judges: Judges) -> Report:
    """Return the report of one attempt, from what a store keeps of it."""
    submission, evidence, references = _kept(store, assignment, student, attempt)
    return conclude(submission, assignment, evidence, references, judges)


def _kept(
    store: Store, assignment: Assignment, student: str, attempt: int
) -> tuple[Submission, Evidence, Sequence[Reference]]:
    kept = store.load(assignment.id, student, attempt)
    evidence = kept[1]
    if [exercise.id for exercise in assignment.exercises] != [each.exercise for each in evidence.exercises]:
        raise StoreError(f"the evidence of {assignment.id}/{student} is of other exercises than today's: grade again")
    return kept


def _device(name: str) -> str:
    """Return the device that a name means: `auto` is a real card where there is one."""
    if name != "auto":
        return name
    try:
        registry.load("devices", REAL)().facts()
    except MachineError:
        return VIRTUAL
    return REAL


def _sandbox(name: str, isolation: str) -> str:
    """Return the sandbox that is used: where none isolates, and that is accepted, the one that does not."""
    if not hasattr(os, "pidfd_open"):  # of Linux, as all that holds the others together
        return PORTABLE
    if isolation != LEVELS[-1]:
        return name
    try:
        sandbox: Sandbox = registry.load("sandboxes", name)()
        _ = sandbox.isolation
    except MachineError:
        return OPEN
    return name


def _usual_name(submission: Submission, assignment: Assignment) -> str:
    suffix = Path(submission.file).suffix
    usual = assignment.submit[0]
    return usual if usual.endswith(suffix) and not set(usual) & set("*?[") else submission.file
