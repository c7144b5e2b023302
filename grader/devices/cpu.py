"""The processor itself, with an honest clock: for functions of NumPy arrays, and of PyTorch tensors on the CPU."""

import os
import platform
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar

from grader.devices._turns import hold
from grader.devices._versions import versions
from grader.ports import Lease


class CpuDevice:
    """Shows student code no card; one submission at a time, over all graders of this machine, as they are timed."""

    can_time: ClassVar[bool] = True
    has_card: ClassVar[bool] = False

    def facts(self) -> Mapping[str, str]:
        """Return the processor and its threads, and the versions of the libraries."""
        return {"processor": _processor(), "threads": str(os.cpu_count() or 1), **versions()}

    @contextmanager
    def lease(self) -> Iterator[Lease]:
        """Wait until no other grader measures on this machine."""
        with hold("cpu", ["cpu"]):
            yield Lease(environment={"GRADER_DEVICE": "cpu", "CUDA_VISIBLE_DEVICES": ""})


def _processor() -> str:
    """Return what Linux calls the processor, or what kind it is."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()
