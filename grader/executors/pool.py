"""Several jobs at once on this machine."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

from grader.model.job import Job
from grader.model.report import Report


class PoolExecutor:
    """Runs jobs in threads: each spends its time waiting for the processes of its boxes."""

    def run(self, jobs: Sequence[Job], work: Callable[[Job], Report], workers: int) -> Iterator[Report]:
        """Yield the reports as they are finished; an error ends the jobs that have not begun."""
        with ThreadPoolExecutor(max_workers=workers or os.cpu_count()) as pool:
            futures = [pool.submit(work, job) for job in jobs]
            try:
                for future in as_completed(futures):
                    yield future.result()
            finally:
                pool.shutdown(wait=False, cancel_futures=True)
