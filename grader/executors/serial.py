"""One job after the other."""

from collections.abc import Callable, Iterator, Sequence

from grader.model.job import Job
from grader.model.report import Report


class SerialExecutor:
    """Runs every job in the calling thread, in order."""

    def run(self, jobs: Sequence[Job], work: Callable[[Job], Report], workers: int) -> Iterator[Report]:  # noqa: ARG002 - every executor gets it
        """Yield the reports in the order of the jobs."""
        yield from map(work, jobs)
