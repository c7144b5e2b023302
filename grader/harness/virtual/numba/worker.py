"""The one queue of the virtual card: whatever is launched or copied there is done in order, by a thread of its own."""

import queue
import signal
import threading
from collections.abc import Callable

Job = Callable[[], None]


class Worker:
    """Does what is queued, one after another.

    Its thread is started when it is first needed: a process that forks must not have it.
    """

    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[Job] = queue.SimpleQueue()
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None
        self._raised: BaseException | None = None
        self._held: list[Job] = []
        self.late = 0  # jobs that nobody has waited for yet, of those that may come late

    def submit(self, job: Job) -> None:
        """Queue something; what it raises, `drain` raises later."""
        with self._starting:
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="virtual GPU", daemon=True)
                self._thread.start()
            if self._held:
                self._held.append(job)
            else:
                self._jobs.put(job)

    def submit_late(self, job: Job) -> None:
        """Queue something that, with all that comes after it, begins only when somebody waits or asks for it."""
        with self._starting:
            self._held.append(job)
            self.late += 1

    def release(self) -> None:
        """Begin what may come late."""
        with self._starting:
            held, self._held, self.late = self._held, [], 0
        for job in held:
            self.submit(job)

    def drain(self) -> None:
        """Wait until everything that is queued by now is done, which inside a job is nothing; raise what it raised."""
        if self._thread is threading.current_thread():
            return
        self.release()
        if self._thread is None:
            return
        done = threading.Event()
        self._jobs.put(done.set)
        done.wait()
        raised, self._raised = self._raised, None
        if raised:
            raise raised

    def _work(self) -> None:
        # Signals are for the main thread: a handler would run on the small stack of a fiber.
        if hasattr(signal, "pthread_sigmask"):  # Windows has nothing to mask
            signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        while True:
            try:
                self._jobs.get()()
            except BaseException as error:  # noqa: BLE001 - whatever it is, whoever waits is to hear of it
                self._raised = error
