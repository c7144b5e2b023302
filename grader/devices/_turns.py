"""Devices that only one submission may use at a time, over all graders of this machine."""

import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

POLL_S = 0.2  # between two looks for one that is free


@contextmanager
def hold(kind: str, names: Sequence[str]) -> Iterator[str]:
    """Lock the first free one of some devices, waiting for one; the lock is a file, and ends with the process.

    Args:
        kind: of device; each has a folder of its own.
        names: of the devices.
    """
    folder = Path(tempfile.gettempdir()) / f"grader-{kind}"
    folder.mkdir(mode=0o1777, exist_ok=True)
    while True:
        for name in names:
            lock = FileLock(folder / f"{name}.lock", timeout=0, mode=0o666)
            try:
                lock.acquire()
            except Timeout:
                continue
            try:
                yield name
            finally:
                lock.release()
            return
        time.sleep(POLL_S)
