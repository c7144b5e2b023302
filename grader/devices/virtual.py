"""The virtual GPU: a card's manners on a processor, for numba, PyTorch, CUDA C and Triton (`docs/virtual-gpu.md`)."""

import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from typing import ClassVar

from grader.devices._versions import versions
from grader.ports import Lease


class VirtualDevice:
    """Runs CUDA-minded code on the CPU; its seconds say nothing of a card's."""

    can_time: ClassVar[bool] = False
    has_card: ClassVar[bool] = True

    def facts(self) -> Mapping[str, str]:
        """Return the versions of what it builds on, and which languages it `emulates` on this machine."""
        compiles = sys.platform == "linux" and shutil.which("g++") is not None
        found = versions()
        emulated = ["numba"]
        if "torch" in found:
            emulated.append("PyTorch" if compiles else "PyTorch on the CPU (no g++)")
        emulated += ["CUDA C"] * compiles + ["Triton"] * (find_spec("triton") is not None)
        return {**found, "emulates": ", ".join(emulated)}

    @contextmanager
    def lease(self) -> Iterator[Lease]:
        """Lease it: there is enough for everyone."""
        # Without the empty CUDA_VISIBLE_DEVICES torch would find a real card, and answer differently than elsewhere.
        yield Lease(environment={"GRADER_DEVICE": "virtual", "CUDA_VISIBLE_DEVICES": ""})
