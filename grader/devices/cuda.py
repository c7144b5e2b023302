"""A real CUDA card: the first one of this machine that is free."""

import fcntl
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import ClassVar

from grader.errors import MachineError
from grader.ports import Lease

QUERY_S = 30.0  # for nvidia-smi, which wakes a sleeping driver
POLL_S = 0.2  # between two looks for a free card


class CudaDevice:
    """Leases one card to one submission at a time, over all graders of this machine."""

    can_time: ClassVar[bool] = True

    def facts(self) -> Mapping[str, str]:
        """Return name and driver of the cards, and the versions of the libraries. Raises MachineError."""
        cards = _query("name,driver_version,memory.total")
        return {"cards": "; ".join(cards), "numba": version("numba"), "torch": version("torch")}

    @contextmanager
    def lease(self) -> Iterator[Lease]:
        """Hold the first free card, waiting for one. Raises MachineError where there is none."""
        cards = _query("uuid")
        with _hold(cards) as card:
            yield Lease(environment={"CUDA_VISIBLE_DEVICES": card, "GRADER_DEVICE": "cuda"}, nodes=_nodes())


def _nodes() -> tuple[str, ...]:
    """Return the files of the driver: of every card, as the number of one in /dev is not its number for CUDA."""
    found = [*Path("/dev").glob("nvidia*"), *Path("/dev/nvidia-caps").glob("*")]
    return tuple(sorted(str(path.relative_to("/dev")) for path in found if path.is_char_device()))


def _query(fields: str) -> list[str]:
    """Return what the driver says of each card, one line each. Raises MachineError when there is no card."""
    program = shutil.which("nvidia-smi")
    if program is None:
        raise MachineError("no CUDA card: nvidia-smi is not installed")
    try:
        done = subprocess.run(
            [program, f"--query-gpu={fields}", "--format=csv,noheader"],
            capture_output=True, text=True, timeout=QUERY_S, check=True,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError) as error:
        raise MachineError(f"no CUDA card: {error}") from error
    cards = [line.strip() for line in done.stdout.splitlines() if line.strip()]
    if not cards:
        raise MachineError("no CUDA card: the driver lists none")
    return cards


@contextmanager
def _hold(cards: list[str]) -> Iterator[str]:
    """Lock one card by a file that all graders of this machine share; the lock ends with the process."""
    folder = Path(tempfile.gettempdir()) / "grader-cuda"
    folder.mkdir(mode=0o1777, exist_ok=True)
    while True:
        for card in cards:
            number = os.open(folder / f"{card}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
            try:
                fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(number)
                continue
            try:
                yield card
            finally:
                os.close(number)
            return
        time.sleep(POLL_S)
