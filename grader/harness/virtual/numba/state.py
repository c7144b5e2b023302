"""What native code and Python share of a launch: numbers of 64 bits at addresses that never change."""

from enum import IntEnum

import numpy as np

from .. import card

MAX_FIBERS = card.PROCESSORS * card.MAX_THREADS  # at once: of all blocks, where a kernel synchronizes the grid
LINE = 288  # bytes of one print: its format and 32 values, with room to spare
LINES = 4096  # prints that are kept: a card's buffer of 1 MiB holds about as many
MAX_STEPS = 65536  # synchronizations of the grid that a record can tell of


class Slot(IntEnum):
    """Places in the state of a launch."""

    TID = 0  # three each: x, y, z
    NTID = 3
    CTAID = 6
    NCTAID = 9
    DYNAMIC = 12  # bytes of dynamic shared memory
    FIBER = 13  # that is running
    FAULT = 14  # one of Fault
    ADDRESS = 15  # that was touched in vain
    SIZE = 16
    SITE = 17  # where: what `at` said last
    WRITES = 18
    MAIN = 19  # stack pointer of whoever resumed the fiber
    PRINTED = 20
    RECORDS = 21  # accesses that were recorded
    CAPACITY = 22  # that can be
    RECORD = 23  # address of the first; 0 when none are recorded
    EPOCH = 24  # barriers that the running thread has passed
    OTHER = 25  # where the other thread waits, at a fault of two
    PHASE = 26  # times that the running thread's warp has synchronized since then
    STEPS = 27  # times that the grid has synchronized
    STACKS = 28  # address of the stacks of fibers, which are no memory of the card's
    STACKS_END = 29
    SPLIT = 30  # block + 1 of which threads were first at two barriers at once
    SPLIT_SITE = 31
    SPLIT_OTHER = 32
    COUNT = 33


class Fault(IntEnum):
    """Why a launch ended early."""

    NONE = 0
    ADDRESS = 1
    DEADLOCK = 2
    SPLIT = 3  # two barriers were met together; the launch went on


class Fiber(IntEnum):
    """Places in the row of one fiber."""

    STACK = 0  # pointer
    STATE = 1
    KIND = 2  # one of Wait
    SITE = 3
    MASK = 4
    VALUE = 5  # what it brings, and what it gets
    EXTRA = 6
    EPOCH = 7
    PHASE = 8
    COUNT = 9


class Life(IntEnum):
    """States of a fiber."""

    READY = 1
    WAITING = 2
    DONE = 3


class Wait(IntEnum):
    """What a fiber may wait for. From WARP on with the lanes of its warp, before that with all of its block."""

    BARRIER = 1
    COUNT = 2
    AND = 3
    OR = 4
    GRID = 5
    WARP = 6
    SHUFFLE = 7
    VOTE = 8
    MATCH_ANY = 9
    MATCH_ALL = 10
    ACTIVE = 11


class State:
    """The memory itself.

    Attributes:
        slots: int64 of Slot.COUNT.
        fibers: int64 of MAX_FIBERS x Fiber.COUNT.
        prints: uint8 of LINES x LINE.
        steps: int64; rows of the record before which the whole grid had synchronized.
        scratch: uint8; what is lost goes there.
    """

    def __init__(self) -> None:
        self.slots = np.zeros(Slot.COUNT, np.int64)
        self.fibers = np.zeros((MAX_FIBERS, Fiber.COUNT), np.int64)
        self.prints = np.zeros((LINES, LINE), np.uint8)
        self.steps = np.zeros(MAX_STEPS, np.int64)
        self.scratch = np.zeros(256, np.uint8)

    def slot(self, slot: Slot, offset: int = 0) -> str:
        """Return a slot as a pointer in LLVM IR."""
        return f"inttoptr (i64 {self.slots.ctypes.data + 8 * (slot + offset)} to ptr)"
