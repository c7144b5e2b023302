"""A real CUDA card: the first one of this machine that is free."""

import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar

from grader.devices._turns import hold
from grader.devices._versions import versions
from grader.errors import MachineError
from grader.ports import Lease

QUERY_S = 30.0  # for nvidia-smi, which wakes a sleeping driver


class CudaDevice:
    """Leases one card to one submission at a time, over all graders of this machine."""

    can_time: ClassVar[bool] = True
    has_card: ClassVar[bool] = True

    def facts(self) -> Mapping[str, str]:
        """Return name and driver of the cards, and the versions of the libraries. Raises MachineError."""
        cards = _query("name,driver_version,memory.total")
        return {"cards": "; ".join(cards), **versions()}

    @contextmanager
    def lease(self) -> Iterator[Lease]:
        """Hold the first free card, waiting for one. Raises MachineError where there is none."""
        cards = _query("uuid")
        with hold("cuda", cards) as card:
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
            capture_output=True, encoding="utf-8", timeout=QUERY_S, check=True,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError) as error:
        raise MachineError(f"no CUDA card: {error}") from error
    cards = [line.strip() for line in done.stdout.splitlines() if line.strip()]
    if not cards:
        raise MachineError("no CUDA card: the driver lists none")
    return cards
