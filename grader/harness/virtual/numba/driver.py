"""The virtual driver as numba sees it: the functions of libcuda, by name."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from numba.cuda.cudadrv import driver, enums

from ..trace import ROW
from .core import Core, RefusedError, core
from .devices import Devices
from .modules import Modules
from .streams import Streams
from .transfers import Transfers
from .watch import Order, Watch


class Library:
    """Stands for libcuda: its functions are attributes, and return an error number."""

    def __init__(self, shared: Core) -> None:
        self._user: int | None = None  # the process that has called first; its children cannot
        for part in (Devices(shared), Streams(shared), Transfers(shared), Modules(shared)):
            for name, call in part.calls().items():
                setattr(self, name, self._answering(name, call))

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("cu") or "_" in name:  # `cuX_v2` and the like: numba asks for `cuX` next
            raise AttributeError(name)

        def missing(*_given: Any) -> int:
            raise NotImplementedError(f"{name} is not emulated on the virtual GPU")

        return missing

    def _answering(self, name: str, call: Callable[..., None]) -> Callable[..., int]:
        """Return a call as numba makes it."""

        def answer(*given: Any) -> int:
            self._user = self._user or os.getpid()
            if self._user != os.getpid():
                return enums.CUDA_ERROR_NOT_INITIALIZED
            try:
                call(*given)
            except RefusedError as error:
                if error.detail:
                    code = driver.ERROR_MAP[error.code]
                    text = f"Call to {name} results in {code}: {error.detail}"
                    raise driver.CudaAPIError(error.code, text) from None  # type: ignore[no-untyped-call] # numba's
                return error.code
            return 0

        answer.__name__ = name
        return answer


@contextmanager
def watching(*, rows: int = 0, order: Order = "forward") -> Iterator[Watch]:
    """Watch all launches inside of the `with`; whatever was launched is done when it is left.

    Args:
        rows: accesses of all launches to write down; more are only counted.
        order: in which blocks and threads run.
    """
    shared, watch = core(), Watch(order=order, buffer=np.zeros(rows, ROW))
    shared.worker.drain()
    shared.watch = watch
    try:
        yield watch
    finally:
        watch.unfinished = shared.worker.late
        shared.worker.drain()
        shared.watch = None
