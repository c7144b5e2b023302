"""Makes native code of an image: numba's IR of one kernel and of the functions that it calls."""

import ctypes
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import llvmlite.binding as llvm

from .. import card
from ..memory import Memory
from ..trace import Site
from . import runtime
from .dialect import Checker, translated
from .fibers import machine
from .instructions import definition, externals
from .state import Slot, State

BOUNDARY = "\n;;; end of a module\n"
KERNEL = "_ZN6cudapy"  # what numba lets the names of kernels begin with
_SHARED, _CONSTANT = "_cudapy_smem", "_cudapy_cmem"  # and those of arrays in shared and in constant memory
_DEBUGGING = ("__errcode__", *(f"__{each}{axis}__" for each in ("tid", "ctaid") for axis in "xyz"))
_SIZES = {"i1": 1, "i8": 1, "i16": 2, "half": 2, "i32": 4, "float": 4}  # others have 8 bytes


class LinkError(Exception):
    """What ptxas refuses."""


@dataclass(frozen=True, kw_only=True)
class Kernel:
    """One kernel, ready to be launched.

    Attributes:
        name: in the module.
        thread: address of what runs one thread.
        grid: address of what runs all threads of a grid in order, where none waits for another.
        blocking: whether threads may wait.
        shared: bytes of static shared memory.
        local: bytes of local arrays.
        constant: bytes of constant memory.
        parameters: bytes of each.
        names: of the parameters: a name of the source, and places in structures after it.
        sites: places in the source, by the numbers in faults and records.
    """

    name: str
    thread: int
    grid: int
    blocking: bool
    shared: int
    local: int
    constant: int
    parameters: Sequence[int]
    names: Sequence[str]
    sites: Sequence[Site]


@dataclass(frozen=True, kw_only=True)
class Symbol:
    """A global variable in the memory of the card, of `size` bytes."""

    address: int
    size: int


@dataclass(frozen=True, kw_only=True)
class Program:
    """A compiled image: its kernels, and its global variables, by name."""

    kernels: Mapping[str, Kernel]
    symbols: Mapping[str, Symbol]


@dataclass(frozen=True, kw_only=True)
class _Places:
    """Where global variables lie: addresses by name, bytes of static shared memory, and what lies in global memory."""

    fixed: Mapping[str, int]
    static: int
    symbols: Mapping[str, Symbol]


@dataclass(frozen=True, kw_only=True)
class Loader:
    """Compiles images for one engine."""

    engine: Any
    target: Any
    state: State
    memory: Memory
    shared: int  # address of shared memory

    def load(self, image: str, number: int, *, recording: bool, symbols: Mapping[str, Symbol]) -> Program:
        """Compile an image.

        Args:
            image: modules of numba's IR, with BOUNDARY between them.
            number: of this image; no two are the same.
            recording: whether accesses are recorded.
            symbols: global variables that have a place already.

        Raises:
            NotImplementedError: it uses what the virtual GPU does not have.
            LinkError: what ptxas would say.
        """
        module = self._linked(image)
        places = self._placed(module, symbols)
        checker = Checker(state=self.state, fixed=places.fixed, recording=recording)
        text = checker.checked(str(module))
        kernels = [each for each in module.functions if each.name.startswith(KERNEL) and not each.is_declaration]
        entries = "".join(self._entries(each, number, places.static) for each in kernels)
        self._compile(text + _declared(text) + entries + self._support(), keep=f".{number}")
        local = sum(map(_bytes, re.findall(r"= alloca (.+?)(?:, align|$)", text, flags=re.MULTILINE)))
        constant = sum(each.size for name, each in places.symbols.items() if not name.endswith(_DEBUGGING))
        made = {
            each.name: Kernel(
                name=each.name, thread=self._address(f"thread.{each.name}.{number}"),
                grid=self._address(f"grid.{each.name}.{number}"), blocking=checker.blocking, shared=places.static,
                local=local, constant=constant, parameters=[_bytes(str(kind.type)) for kind in each.arguments],
                names=_names(each.name, image), sites=tuple(checker.sites),
            )
            for each in kernels
        }  # fmt: skip
        return Program(kernels=made, symbols=places.symbols)

    def _address(self, name: str) -> int:
        return int(self.engine.get_function_address(name))

    def _linked(self, image: str) -> Any:
        head = f'target triple = "{self.target.triple}"\ntarget datalayout = "{self.target.target_data}"\n'
        first, *others = (llvm.parse_assembly(head + translated(each)) for each in image.split(BOUNDARY))
        for other in others:
            first.link_in(other)
        passes = llvm.create_new_module_pass_manager()
        passes.add_sroa_pass()
        passes.run(first, llvm.create_pass_builder(self.target, llvm.create_pipeline_tuning_options(0)))
        return first

    def _placed(self, module: Any, symbols: Mapping[str, Symbol]) -> _Places:
        """Give every array of shared memory, every constant and every variable of debugging its address."""
        fixed: dict[str, int] = {}
        found, static, dynamic = dict(symbols), 0, []
        for each in module.global_variables:
            size = self.target.target_data.get_abi_size(each.global_value_type)
            if each.name.startswith(_SHARED):
                if each.is_declaration:
                    dynamic.append(each.name)
                    continue
                static = -(-static // _alignment(each)) * _alignment(each)
                fixed[each.name] = self.shared + static
                static += size
            elif each.name.startswith(_CONSTANT) or each.name.endswith(_DEBUGGING) or _is_text(each):
                found[each.name] = found.get(each.name) or self._symbol(str(each), size)
                fixed[each.name] = found[each.name].address
        if static > card.SHARED:
            kernel = next(each.name for each in module.functions if each.name.startswith(KERNEL))
            raise LinkError(
                f"ptxas error   : Entry function '{kernel}' uses too much shared data (0x{static:x} bytes, "
                f"0x{card.SHARED:x} max)"
            )
        # Dynamic arrays begin behind, where any element may stand.
        start = self.shared + -(-static // 16) * 16
        return _Places(fixed=fixed | dict.fromkeys(dynamic, start), static=static, symbols=found)

    def _symbol(self, text: str, size: int) -> Symbol:
        """Return a copy of a global variable in the card's memory."""
        address = self.memory.allocate(size)
        found = re.search(r'c"(.*)"', text)
        data = re.sub(rb"\\(\\|[0-9A-Fa-f]{2})", _byte, found[1].encode()) if found else bytes(size)
        ctypes.memmove(address, data, size)
        return Symbol(address=address, size=size)

    def _entries(self, kernel: Any, number: int, static: int) -> str:
        """Return the functions that run one thread and a whole grid of a kernel with its parameters in an array."""
        kinds = [str(each.type) for each in kernel.arguments]
        loads = "".join(
            f"  %q{at} = getelementptr ptr, ptr %p, i64 {at}\n  %r{at} = load ptr, ptr %q{at}\n"
            f"  %a{at} = load {kind}, ptr %r{at}\n"
            for at, kind in enumerate(kinds)
        )
        given = ", ".join(f"{kind} %a{at}" for at, kind in enumerate(kinds))
        call = f'  call void @"{kernel.name}"({given})\n'
        define = f"define {machine().convention} void"
        return (
            f'{define} @"thread.{kernel.name}.{number}"(ptr %p) {{\n{loads}{call}  ret void\n}}\n'
            f'{define} @"grid.{kernel.name}.{number}"(ptr %p) {{\n{loads}{self._loops(call, static)}}}\n'
        )

    def _loops(self, call: str, static: int) -> str:
        """Return loops over all blocks, and all threads of each, innermost over x."""
        slots = [self.state.slot(slot, axis) for slot in (Slot.TID, Slot.CTAID) for axis in range(3)]
        ends = [self.state.slot(slot, axis) for slot in (Slot.NTID, Slot.NCTAID) for axis in range(3)]
        lines = [f"  %e{at} = load i64, ptr {end}\n" for at, end in enumerate(ends)]
        lines.append("  br label %start\nstart:\n  br label %h5\n")
        for at in range(5, -1, -1):
            above = f"h{at + 1}" if at < 5 else "start"
            above = "f" if at == 2 else above
            lines.append(
                f"h{at}:\n  %i{at} = phi i64 [ 0, %{above} ], [ %n{at}, %l{at} ]\n  store i64 %i{at}, ptr {slots[at]}\n"
            )
            if at == 3:  # a new block
                lines.append(f"  br label %f\nf:\n{self._poisoned(static)}")
            lines.append(f"  br label %{f'h{at - 1}' if at else 'body'}\n")
        lines.append(f"body:\n{call}  br label %l0\n")
        for at in range(6):
            after = f"l{at + 1}" if at < 5 else "end"
            lines.append(
                f"l{at}:\n  %n{at} = add i64 %i{at}, 1\n  %c{at} = icmp slt i64 %n{at}, %e{at}\n"
                f"  br i1 %c{at}, label %h{at}, label %{after}\n"
            )
        return "".join(lines) + "end:\n  ret void\n"

    def _poisoned(self, static: int) -> str:
        fill = "call void @llvm.memset.p0.i64"
        return f"  {fill}(ptr inttoptr (i64 {self.shared} to ptr), i8 -1, i64 {static}, i1 false)\n" if static else ""

    def _support(self) -> str:
        return runtime.check(self.memory) + runtime.local(self.state) + runtime.DECLARATIONS

    def _compile(self, text: str, keep: str) -> None:
        module = llvm.parse_assembly(text)
        needed = self._definitions(each.name for each in module.functions if each.is_declaration)
        if needed:
            joined = "\n".join(needed.values())
            head = f'target triple = "{self.target.triple}"\ntarget datalayout = "{self.target.target_data}"\n'
            outside = "\n".join(externals(joined))
            module.link_in(llvm.parse_assembly(head + joined + outside + runtime.DECLARATIONS))
        for each in module.functions:
            if not each.is_declaration and not each.name.endswith(keep):
                each.linkage = llvm.Linkage.internal
        options = llvm.create_pipeline_tuning_options(3)
        builder = llvm.create_pass_builder(self.target, options)
        builder.getModulePassManager().run(module, builder)
        self.engine.add_module(module)
        self.engine.finalize_object()

    def _definitions(self, names: Iterator[str]) -> Mapping[str, str]:
        theirs = [name for name in names if not name.startswith(("llvm.", "virtual_"))]
        return {name: definition(name, self.state) for name in theirs}


def _alignment(variable: Any) -> int:
    """Return the alignment of a global variable in bytes."""
    found = re.search(r", align (\d+)", str(variable))
    return int(found[1]) if found else 16


def _is_text(variable: Any) -> bool:
    """Return whether a global variable is bytes that never change, as texts of the source are."""
    readable = re.fullmatch(r'[^"\\]*', variable.name) and variable.name.isascii()  # LLVM writes others in another way
    return bool(readable) and " constant [" in str(variable) and ' c"' in str(variable)


def _byte(escaped: re.Match[bytes]) -> bytes:
    """Return what LLVM has written as a backslash and two digits, or two backslashes."""
    return b"\\" if escaped[1] == b"\\" else bytes([int(escaped[1], 16)])


def _declared(text: str) -> str:
    """Return the declaration of what our own loops call, unless the module has it."""
    wanted = "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n"
    return "\n" if "@llvm.memset.p0.i64(" in text else "\n" + wanted


def _bytes(kind: str) -> int:
    """Return about how many bytes a variable of a type takes."""
    array = re.fullmatch(r"\[(\d+) x (.+)\]", kind)
    if array:
        return int(array[1]) * _bytes(array[2])
    return _SIZES.get(kind, 8) if not kind.startswith("{") else 8 * (kind.count(",") + 1)


def _names(kernel: str, image: str) -> Sequence[str]:
    """Return the names of a kernel's parameters: they stand at the function that it calls, after its result."""
    inner = "_ZN" + kernel.removeprefix(KERNEL)
    head = re.search(rf'^define .*@"{re.escape(inner)}"\((.*)\)', image, flags=re.MULTILINE)
    return re.findall(r'%"arg\.([^"]+)"', head[1]) if head else ()
