"""Locked-down processes, forked by a server that has loaded all libraries: the wall around student code.

What it promises on which machine: docs/sandbox.md. The server itself: grader/harness/jail/.
"""

import contextlib
import sys
import threading
import weakref
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from grader.boxes.conversation import Conversation
from grader.errors import BoxError, MachineError
from grader.model.assignment import Limits
from grader.ports import Lease
from grader.sandboxes import _cgroups
from grader.sandboxes._cgroups import Hierarchy
from grader.sandboxes._server import Kind, Server, interpreter

LIBRARIES = ("numpy", "torch", "torch._dynamo", "numba", "numba.cuda", "IPython", "triton")
DRIVERS = ("oracle", "python", "numba_cuda", "cuda_c")
TORCH_DRIVERS = ("pytorch", "benchmark")
MOST_BOXES = 200  # that one server starts, before a new one takes its place
SPARE = 2  # boxes that are kept ready for each kind of box that is asked for

Key = tuple[tuple[tuple[str, str], ...], tuple[str, ...]]  # a lease: environment and nodes


@dataclass(frozen=True, kw_only=True)
class Wall:
    """What this machine allows."""

    level: str  # A to D
    namespaces: bool
    hierarchy: Hierarchy | None


class ZygoteSandbox:
    """Opens boxes behind the strongest wall that this machine allows."""

    def __init__(self) -> None:
        self._wall: Wall | None = None
        self._lock = threading.RLock()
        self._servers: dict[Key, Server] = {}
        self._spares: dict[tuple[Key, Limits], list[Future[Conversation]]] = {}
        self._refilling = ThreadPoolExecutor(max_workers=1)
        # At the end of the process, if nobody closes it before.
        self._finally = weakref.finalize(self, _end, self._servers, self._spares, self._refilling)

    @property
    def isolation(self) -> str:
        """The best level in which a box could really be opened. Raises MachineError: there is none."""
        return self._found().level

    @contextmanager
    def open(self, *, driver: str, files: Mapping[str, bytes], lease: Lease, limits: Limits) -> Iterator[Conversation]:
        """Open a box: one that was kept ready, where there is one."""
        box = self._box(lease, limits)
        try:
            box.prepare(driver, files)
            yield box
        finally:
            box.close()

    def shows(self, path: Path) -> bool:
        """Return whether a box can read what lies at a path."""
        return any(path.resolve().is_relative_to(Path(seen).resolve()) for seen in ("/usr", *interpreter()))

    def close(self) -> None:
        """End the boxes that are kept ready, and their servers."""
        with self._lock:
            spares = [spare for each in self._spares.values() for spare in each]
            self._spares.clear()
        _end_spares(spares)  # not under the lock: a box that is being made waits for it
        with self._lock:
            servers = list(self._servers.values())
            self._servers.clear()
        for server in servers:
            server.retire()

    def _found(self) -> Wall:
        with self._lock:
            self._wall = self._wall or _try()
            return self._wall

    def _box(self, lease: Lease, limits: Limits) -> Conversation:
        key = (tuple(sorted(lease.environment.items())), lease.nodes)
        with self._lock:
            spares = self._spares.setdefault((key, limits), [])
            ready = [spare for spare in spares if spare.done()]
            for spare in ready[:1]:
                spares.remove(spare)
            missing = SPARE - len(spares)
            spares += [self._refilling.submit(self._made, key, lease, limits) for _ in range(missing)]
        if ready and not ready[0].exception():
            box = ready[0].result()
            if box.alive:
                return box
            _end_spares(ready[:1])
        try:
            return self._made(key, lease, limits)
        except BoxError:  # a server that has ended is no reason to fail: a new one is
            return self._made(key, lease, limits)

    def _made(self, key: Key, lease: Lease, limits: Limits) -> Conversation:
        """Return a new box; a server that fails to make one makes no more."""
        server = self._server(key, lease)
        try:
            return server.box(limits)
        except BoxError:
            self._drop(key, server)
            raise

    def _server(self, key: Key, lease: Lease) -> Server:
        wall = self._found()
        with self._lock:
            server = self._servers.get(key)
            if server and server.started >= MOST_BOXES:
                self._drop(key, server)
                server = None
            if server is None:
                kind = Kind(namespaces=wall.namespaces, hierarchy=wall.hierarchy, lease=lease, imports=_imports())
                server = self._servers[key] = Server(kind)
            return server

    def _drop(self, key: Key, server: Server) -> None:
        with self._lock:
            if self._servers.get(key) is server:
                del self._servers[key]
        server.retire()


def _end(
    servers: dict[Key, Server],
    spares: dict[tuple[Key, Limits], list[Future[Conversation]]],
    refilling: ThreadPoolExecutor,
) -> None:
    refilling.shutdown(wait=False, cancel_futures=True)  # not waited for: this may be its own thread
    _end_spares(spare for each in spares.values() for spare in each)
    spares.clear()
    for server in servers.values():
        server.retire()


def _end_spares(spares: Iterable[Future[Conversation]]) -> None:
    for spare in spares:
        if not spare.cancel() and not spare.exception():
            with contextlib.suppress(BoxError):  # its server has ended before it
                spare.result().close()


def _imports() -> tuple[str, ...]:
    drivers = (*DRIVERS, *(TORCH_DRIVERS if find_spec("torch") else ()))
    libraries = tuple(name for name in LIBRARIES if find_spec(name.partition(".")[0]))
    return (*libraries, *(f"harness.drivers.{name}" for name in drivers))


def _try() -> Wall:
    """Return the strongest wall behind which a box can really be opened. Raises MachineError: there is none."""
    if sys.platform != "linux":
        raise MachineError("walled boxes need Linux")
    hierarchy, reasons = _cgroups.find(), []
    for namespaces in (True, False):
        kind = Kind(namespaces=namespaces, hierarchy=hierarchy, lease=Lease(), imports=())
        try:
            return _opened(kind)
        except BoxError as error:
            reasons.append(str(error))
    raise MachineError(f"no wall around student code: with namespaces: {reasons[0]}; without: {reasons[1]}")


def _opened(kind: Kind) -> Wall:
    """Return the wall of this kind, once a box has been opened behind it. Raises BoxError."""
    server = Server(kind)
    try:
        server.box(Limits()).close()
    finally:
        server.retire()
    if not kind.namespaces:
        level = "C" if server.granted["own_users"] else "D"
    elif server.granted["own_proc"]:
        level = "A" if kind.hierarchy else "B"
    else:
        level = "B'"
    return Wall(level=level, namespaces=kind.namespaces, hierarchy=kind.hierarchy)
