"""Runs kernels: the processor of the virtual card. There is one for a process."""

import ctypes
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import llvmlite.binding as llvm
import numpy as np

from ..card import PAGE, POISON
from ..memory import card_memory
from ..trace import Rows, Site
from . import runtime, scheduler
from .loader import Kernel, Loader, Program, Symbol
from .printer import Printer
from .state import MAX_FIBERS, Fault, Slot, State

STACK = 64 * 1024  # bytes for each thread, besides its local arrays; a signal handler runs on it too

Dimensions = tuple[int, int, int]
Order = np.ndarray[Any, np.dtype[np.int64]]


@dataclass(frozen=True, kw_only=True)
class Failure:
    """Why a launch ended early.

    Attributes:
        kind: what happened.
        site: where; None if that is not known.
        other: where other threads are meanwhile; None when they have ended, or it is the same place.
        block: index of the block in the grid.
        thread: index of the thread in its block; zeros where it concerns more than one.
        address: that was touched; 0 when none was.
        size: of the access, in bytes.
        access: trace.READ, WRITE or ATOMIC.
    """

    kind: Fault
    site: Site | None
    other: Site | None
    block: Dimensions
    thread: Dimensions = (0, 0, 0)
    address: int = 0
    size: int = 0
    access: int = 0


@dataclass(frozen=True, kw_only=True)
class Schedule:
    """The orders in which blocks and threads run; None is the order of their indices."""

    blocks: Order | None = None
    threads: Order | None = None


@dataclass(frozen=True, kw_only=True)
class Parameters:
    """Copies of a launch's parameters, which numba forgets when the call returns.

    Attributes:
        values: 8 bytes for each.
        pointers: to them.
    """

    values: Any
    pointers: Any

    @property
    def address(self) -> int:
        """Where the pointers lie."""
        return ctypes.addressof(self.pointers)

    @classmethod
    def copied(cls, given: Any, sizes: Sequence[int]) -> "Parameters":
        """Return copies of parameters of some sizes in bytes."""
        values = (ctypes.c_uint64 * max(1, len(sizes)))()
        start = ctypes.addressof(values)
        for at, size in enumerate(sizes):
            ctypes.memmove(start + 8 * at, given[at], size)
        return cls(
            values=values, pointers=(ctypes.c_void_p * max(1, len(sizes)))(*range(start, start + 8 * len(sizes), 8))
        )


@dataclass(frozen=True, kw_only=True)
class Launch:
    """What is to be run.

    Attributes:
        kernel: compiled.
        grid: blocks.
        block: threads of each.
        dynamic: bytes of dynamic shared memory.
        parameters: of the kernel.
        cooperative: whether all blocks run at once.
        schedule: the order of blocks and threads; None for that of their indices.
        rows: where accesses are written down; None when they are not.
    """

    kernel: Kernel
    grid: Dimensions
    block: Dimensions
    dynamic: int
    parameters: Parameters
    cooperative: bool = False
    schedule: Schedule | None = None
    rows: Rows | None = None


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What came of a launch.

    Attributes:
        failure: why it ended early; None when it did not.
        split: barriers that not all threads of a block reached at once; None when there were none.
        accesses: how many were to be written down.
        steps: rows before which the whole grid had synchronized.
    """

    failure: Failure | None
    split: Failure | None
    accesses: int
    steps: tuple[int, ...]


class Machine:
    """Compiles modules and runs kernels.

    Attributes:
        state: that native code and we share.
        memory: of the card.
        printer: of what kernels print.
    """

    def __init__(self) -> None:
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        llvm.initialize_native_asmparser()
        self.state, self.memory = State(), card_memory()
        self.printer = Printer(self.state)
        target = llvm.Target.from_default_triple().create_target_machine(
            cpu=llvm.get_host_cpu_name(), features=llvm.get_host_cpu_features().flatten(), opt=3, jit=True
        )
        self._shared = self.memory.allocate(PAGE, poisoned=False)
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target)
        self._engine.add_module(llvm.parse_assembly(runtime.ir(self.state, self.memory, self._shared)))
        self._engine.finalize_object()
        for name in ("virtual_wait", "virtual_slow", "virtual_print", "virtual_record", "virtual_resume"):
            llvm.add_symbol(name, self._address(name))
        self._loader = Loader(
            engine=self._engine, target=target, state=self.state, memory=self.memory, shared=self._shared
        )
        self._scheduler: scheduler.Run | None = None
        self._images = 0
        self._stacks = (0, 0)  # address, bytes

    def prepare(self, built: bytes) -> None:
        """Load what `scheduler.build` has returned; without that, it is built when it is first needed."""
        self._scheduler = scheduler.load(built)

    def owns(self, address: int) -> bool:
        """Return whether memory at an address is the machine's own: shared memory, or stacks."""
        return address in {self._shared, self._stacks[0]}

    def load(self, image: str, *, recording: bool = False, symbols: Mapping[str, Symbol] | None = None) -> Program:
        """Compile an image; see `Loader.load`."""
        self._images += 1
        return self._loader.load(image, self._images, recording=recording, symbols=symbols or {})

    def run(self, launch: Launch) -> Outcome:
        """Run a kernel to its end.

        Raises:
            MemoryError: there is none left for the stacks of all threads.
        """
        slots, kernel = self.state.slots, launch.kernel
        slots[Slot.FAULT : Slot.WRITES + 1] = 0
        slots[Slot.RECORDS : Slot.STEPS + 1] = 0
        slots[Slot.SPLIT] = 0
        slots[Slot.NTID : Slot.NTID + 3] = launch.block
        slots[Slot.NCTAID : Slot.NCTAID + 3] = launch.grid
        slots[Slot.DYNAMIC] = launch.dynamic
        slots[[Slot.SITE, Slot.OTHER]] = -1
        if launch.rows is not None:
            slots[[Slot.RECORD, Slot.CAPACITY]] = launch.rows.ctypes.data, len(launch.rows)
        if kernel.blocking or launch.schedule:
            self._as_fibers(launch)
        else:
            self._in_order(launch)
        self.printer.collect()
        steps = self.state.steps[: int(slots[Slot.STEPS])]
        return Outcome(
            failure=self._failure(launch), split=self._split(launch), accesses=int(slots[Slot.RECORDS]),
            steps=tuple(int(each) for each in steps),
        )  # fmt: skip

    def _in_order(self, launch: Launch) -> None:
        stacks, stack = self._room(1, launch.kernel.local)
        scheduler.begin(
            self.state.fibers, stacks, 0, stack, launch.kernel.grid, launch.parameters.address, *self._ends()
        )
        ctypes.CFUNCTYPE(None, ctypes.c_int64)(self._address("virtual_resume"))(0)

    def _as_fibers(self, launch: Launch) -> None:
        blocks, threads = (int(np.prod(each)) for each in (launch.grid, launch.block))
        together = blocks if launch.cooperative else 1
        if together * threads > MAX_FIBERS:
            raise MemoryError("too many threads for a cooperative launch")
        stacks, stack = self._room(together * threads, launch.kernel.local)
        shared = _view(self._shared, launch.kernel.shared + launch.dynamic)
        order = launch.schedule or Schedule()
        self._scheduler = self._scheduler or scheduler.load(scheduler.build())
        self._scheduler(
            self.state.slots, self.state.fibers, self.state.steps, stacks, stack, launch.kernel.thread,
            launch.parameters.address, *self._ends(),
            np.arange(blocks) if order.blocks is None else order.blocks,
            np.arange(threads) if order.threads is None else order.threads,
            np.stack(np.unravel_index(np.arange(threads), launch.block, order="F"), axis=1),
            together, shared, np.full((together if together > 1 else 0, len(shared)), POISON, np.uint8),
        )  # fmt: skip

    def _ends(self) -> tuple[int, int]:
        return self._address("virtual_exit"), self._address("virtual_start")

    def _address(self, name: str) -> int:
        return int(self._engine.get_function_address(name))

    def _room(self, fibers: int, local: int) -> tuple[Order, int]:
        """Return the stacks of some fibers, and the bytes of one."""
        stack = STACK + -(-local // 4096) * 4096
        size = fibers * stack
        if size > self._stacks[1]:
            if self._stacks[1]:
                self.memory.free(self._stacks[0])
            self._stacks = (0, 0)
            self._stacks = (self.memory.allocate(size, poisoned=False), size)
        self.state.slots[[Slot.STACKS, Slot.STACKS_END]] = self._stacks[0], sum(self._stacks)
        return _view(self._stacks[0], size).view(np.int64), stack

    def _failure(self, launch: Launch) -> Failure | None:
        slots = [int(each) for each in self.state.slots]
        if not slots[Slot.FAULT]:
            return None
        return Failure(
            kind=Fault(slots[Slot.FAULT]), site=_site(launch, slots[Slot.SITE]), other=_site(launch, slots[Slot.OTHER]),
            address=slots[Slot.ADDRESS], size=slots[Slot.SIZE], access=slots[Slot.WRITES],
            thread=(slots[Slot.TID], slots[Slot.TID + 1], slots[Slot.TID + 2]),
            block=(slots[Slot.CTAID], slots[Slot.CTAID + 1], slots[Slot.CTAID + 2]),
        )  # fmt: skip

    def _split(self, launch: Launch) -> Failure | None:
        block, site, other = (int(each) for each in self.state.slots[Slot.SPLIT : Slot.SPLIT_OTHER + 1])
        if not block:
            return None
        x, rest = (block - 1) % launch.grid[0], (block - 1) // launch.grid[0]
        return Failure(
            kind=Fault.SPLIT, site=_site(launch, site), other=_site(launch, other),
            block=(x, rest % launch.grid[1], rest // launch.grid[1]),
        )  # fmt: skip


def _site(launch: Launch, number: int) -> Site | None:
    """Return a place in the source by its number, of which 0 is no place, and others are none either."""
    return launch.kernel.sites[number] if number > 0 else None


def _view(address: int, size: int) -> Any:
    """Return memory as uint8."""
    return np.ctypeslib.as_array((ctypes.c_uint8 * size).from_address(address))
