"""Native fibers without a C compiler: LLVM assembles the few instructions that change from one stack to another."""

import platform
import sys
from dataclasses import dataclass, replace

# switch(where to keep the old stack pointer, the new stack pointer); a new fiber begins at `start`, with what to call
# and its argument in the registers that its first frame holds.
_X86_64 = """
module asm ".globl virtual_switch"
module asm "virtual_switch:"
module asm "pushq %rbp; pushq %rbx; pushq %r12; pushq %r13; pushq %r14; pushq %r15"
module asm "movq %rsp, (%rdi)"
module asm "movq %rsi, %rsp"
module asm "popq %r15; popq %r14; popq %r13; popq %r12; popq %rbx; popq %rbp"
module asm "retq"
module asm ".globl virtual_start"
module asm "virtual_start:"
module asm "movq %r12, %rdi"
module asm "callq *%r13"
module asm "callq *%r14"
module asm "ud2"
"""

_AARCH64 = """
module asm ".globl virtual_switch"
module asm "virtual_switch:"
module asm "sub sp, sp, #176"
module asm "stp x19, x20, [sp, #0]; stp x21, x22, [sp, #16]; stp x23, x24, [sp, #32]; stp x25, x26, [sp, #48]"
module asm "stp x27, x28, [sp, #64]; stp x29, x30, [sp, #80]"
module asm "stp d8, d9, [sp, #96]; stp d10, d11, [sp, #112]; stp d12, d13, [sp, #128]; stp d14, d15, [sp, #144]"
module asm "mov x9, sp; str x9, [x0]; mov sp, x1"
module asm "ldp x19, x20, [sp, #0]; ldp x21, x22, [sp, #16]; ldp x23, x24, [sp, #32]; ldp x25, x26, [sp, #48]"
module asm "ldp x27, x28, [sp, #64]; ldp x29, x30, [sp, #80]"
module asm "ldp d8, d9, [sp, #96]; ldp d10, d11, [sp, #112]; ldp d12, d13, [sp, #128]; ldp d14, d15, [sp, #144]"
module asm "add sp, sp, #176"
module asm "ret"
module asm ".globl virtual_start"
module asm "virtual_start:"
module asm "mov x0, x19"
module asm "blr x20"
module asm "blr x21"
module asm "brk #1"
"""


@dataclass(frozen=True, kw_only=True)
class Machine:
    """How fibers are made on one kind of processor; places are counted in words of 8 bytes.

    Attributes:
        assembly: LLVM IR that defines `virtual_switch` and `virtual_start`.
        convention: how they call, and are called, whatever the system's own way is.
        words: size of a fiber's first frame.
        argument: place of the argument in that frame.
        entry: place of the function to call.
        exit: place of the function to call after it.
        resume: place of the address where a fiber begins.
    """

    assembly: str
    convention: str
    words: int
    argument: int
    entry: int
    exit: int
    resume: int


# On x86-64 two words more than are popped, so that the stack is aligned where `virtual_start` calls.
_MACHINES = {
    "x86_64": Machine(assembly=_X86_64, convention="x86_64_sysvcc", words=9, argument=3, entry=2, exit=1, resume=6),
    "aarch64": Machine(assembly=_AARCH64, convention="ccc", words=22, argument=0, entry=1, exit=2, resume=11),
}
_NAMES = {"AMD64": "x86_64", "arm64": "aarch64"}  # as Windows and macOS call them


def machine() -> Machine:
    """Return the one of this processor. Raises NotImplementedError for one that we know no fibers for."""
    found = _MACHINES.get(_NAMES.get(platform.machine(), platform.machine()))
    if found is None:
        raise NotImplementedError(f"the virtual GPU does not know the processor {platform.machine()}")
    # As C compilers on macOS do, with all names.
    return (
        replace(found, assembly=found.assembly.replace("virtual_", "_virtual_")) if sys.platform == "darwin" else found
    )
