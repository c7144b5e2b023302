"""Devices that only one submission may use at a time, over all graders of this machine."""

import fcntl
import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

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
            number = os.open(folder / f"{name}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
            try:
                fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(number)
                continue
            try:
                yield name
            finally:
                os.close(number)
            return
        time.sleep(POLL_S)
