"""The virtual GPU: for now numba's own CUDA simulator, and torch on the CPU."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import version
from typing import ClassVar

from grader.ports import Lease


class VirtualDevice:
    """Runs CUDA-minded code on the CPU; its seconds say nothing of a card's."""

    can_time: ClassVar[bool] = False

    def facts(self) -> Mapping[str, str]:
        """Return the versions of what stands in for the card."""
        return {"numba": version("numba"), "torch": version("torch")}

    @contextmanager
    def lease(self) -> Iterator[Lease]:
        """Lease it: there is enough for everyone."""
        # Without the empty CUDA_VISIBLE_DEVICES torch would find a real card, and answer differently than elsewhere.
        yield Lease(environment={"GRADER_DEVICE": "virtual", "CUDA_VISIBLE_DEVICES": ""})
