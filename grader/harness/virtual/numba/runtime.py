"""What all kernels share of native code, as LLVM IR: to wait, to end, to fail, to print."""

from ..card import PAGE
from ..memory import Memory
from ..trace import ROW, SHARED
from .fibers import machine
from .state import LINE, LINES, Fault, Fiber, Life, Slot, State

DECLARATIONS = """
declare i64 @virtual_wait(i64, i64, i64, i64)
declare void @virtual_slow(i64, i64, i64, i64)
declare i32 @virtual_print(ptr, ptr)
declare void @virtual_record(ptr, i64, i64, i64)
"""


def ir(state: State, memory: Memory, shared: int) -> str:
    """Return the IR of the runtime: `resume` and `exit` of fibers; `wait`, `slow`, `print` and `record` for kernels.

    Args:
        state: of the launches.
        memory: of the card.
        shared: address of shared memory, which has a page.
    """
    switch = f"declare {machine().convention} void @virtual_switch(ptr, i64)"
    return "\n".join(
        (machine().assembly, switch, _fibers(state), _slow(state, memory), _print(state), _record(state, shared))
    )


def check(memory: Memory) -> str:
    """Return the IR of `virtual_check`, which each module of a kernel has for itself so that it can be inlined."""
    return f"""
define internal void @virtual_check(ptr %p, i64 %size, i64 %site, i64 %writes) alwaysinline {{
  %a = ptrtoint ptr %p to i64
  %o = sub i64 %a, {memory.base}
  %page = lshr i64 %o, {PAGE.bit_length() - 1}
  %inside = icmp ult i64 %page, {len(memory.mapped)}
  br i1 %inside, label %look, label %slow, !prof !{{!"branch_weights", i32 999, i32 1}}
look:
  %place = getelementptr i8, ptr inttoptr (i64 {memory.mapped.ctypes.data} to ptr), i64 %page
  %m = load i8, ptr %place
  %there = icmp ne i8 %m, 0
  br i1 %there, label %done, label %slow, !prof !{{!"branch_weights", i32 999, i32 1}}
slow:
  call void @virtual_slow(i64 %a, i64 %size, i64 %site, i64 %writes)
  br label %done
done:
  ret void
}}
"""


def local(state: State) -> str:
    """Return the IR of `virtual_local`: a thread's own array, whose index may be anything.

    Beyond the array lies more of the thread's own memory, of which nothing can be said: what is written is lost there.
    """
    return f"""
define internal ptr @virtual_local(ptr %p, i64 %size, ptr %whole, i64 %length) alwaysinline {{
  %a = ptrtoint ptr %p to i64
  %b = ptrtoint ptr %whole to i64
  %o = sub i64 %a, %b
  %room = sub i64 %length, %size
  %inside = icmp ule i64 %o, %room
  %r = select i1 %inside, ptr %p, ptr inttoptr (i64 {state.scratch.ctypes.data} to ptr)
  ret ptr %r
}}
"""


def _row(state: State, column: Fiber, name: str) -> str:
    """Return lines that compute the address of a column of fiber `%f`."""
    return f"""
  %{name}.i = mul i64 %f, {Fiber.COUNT}
  %{name}.j = add i64 %{name}.i, {int(column)}
  %{name} = getelementptr i64, ptr inttoptr (i64 {state.fibers.ctypes.data} to ptr), i64 %{name}.j"""


def _fibers(state: State) -> str:
    stores = "".join(
        f"{_row(state, column, f'c{int(column)}')}\n  store i64 {value}, ptr %c{int(column)}"
        for column, value in (
            (Fiber.STATE, int(Life.WAITING)), (Fiber.KIND, "%kind"), (Fiber.SITE, "%site"), (Fiber.MASK, "%mask"),
            (Fiber.VALUE, "%value"), (Fiber.EXTRA, "%extra"),
        )
    )  # fmt: skip
    main, running = state.slot(Slot.MAIN), state.slot(Slot.FIBER)
    return f"""
define void @virtual_resume(i64 %f) {{
  store i64 %f, ptr {running}
{_row(state, Fiber.STACK, "s")}
  %sp = load i64, ptr %s
  call {machine().convention} void @virtual_switch(ptr {main}, i64 %sp)
  ret void
}}
define void @virtual_leave() noinline {{
  %f = load i64, ptr {running}
{_row(state, Fiber.STACK, "s")}
  %sp = load i64, ptr {main}
  call {machine().convention} void @virtual_switch(ptr %s, i64 %sp)
  ret void
}}
define {machine().convention} void @virtual_exit() {{
  %f = load i64, ptr {running}
{_row(state, Fiber.STATE, "s")}
  store i64 {int(Life.DONE)}, ptr %s
  call void @virtual_leave()
  ret void
}}
define i64 @virtual_wait(i64 %kind, i64 %mask, i64 %value, i64 %extra) noinline {{
  %f = load i64, ptr {running}
  %site = load i64, ptr {state.slot(Slot.SITE)}
{stores}
  call void @virtual_leave()
  %r = load i64, ptr %c{int(Fiber.VALUE)}
  ret i64 %r
}}
"""


def _slow(state: State, memory: Memory) -> str:
    """Return the IR of what decides about an address outside of the card's memory: the host's, or a fault."""
    faults = "".join(
        f"  store i64 {value}, ptr {state.slot(slot)}\n"
        for slot, value in (
            (Slot.FAULT, str(int(Fault.ADDRESS))), (Slot.ADDRESS, "%a"), (Slot.SIZE, "%size"), (Slot.SITE, "%site"),
            (Slot.WRITES, "%writes"),
        )
    )  # fmt: skip
    return f"""
define void @virtual_slow(i64 %a, i64 %size, i64 %site, i64 %writes) noinline {{
entry:
  %end = add i64 %a, %size
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %more ]
  %lo.p = getelementptr i64, ptr inttoptr (i64 {memory.ranges.ctypes.data} to ptr), i64 %i
  %lo = load i64, ptr %lo.p
  %hi.p = getelementptr i64, ptr %lo.p, i64 1
  %hi = load i64, ptr %hi.p
  %above = icmp uge i64 %a, %lo
  %below = icmp ule i64 %end, %hi
  %in = and i1 %above, %below
  br i1 %in, label %fine, label %more
more:
  %next = add i64 %i, 2
  %left = icmp ult i64 %next, {memory.ranges.size}
  br i1 %left, label %loop, label %fault
fault:
{faults}
  call void @virtual_leave()
  unreachable
fine:
  ret void
}}
"""


def _print(state: State) -> str:
    """Return the IR of what keeps a print: the oldest ones are lost, as on a card."""
    return f"""
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i32 @virtual_print(ptr %format, ptr %values) noinline {{
  %n = load i64, ptr {state.slot(Slot.PRINTED)}
  %next = add i64 %n, 1
  store i64 %next, ptr {state.slot(Slot.PRINTED)}
  %row = urem i64 %n, {LINES}
  %at = mul i64 %row, {LINE}
  %line = getelementptr i8, ptr inttoptr (i64 {state.prints.ctypes.data} to ptr), i64 %at
  store ptr %format, ptr %line
  %rest = getelementptr i8, ptr %line, i64 8
  call void @llvm.memcpy.p0.p0.i64(ptr %rest, ptr %values, i64 256, i1 false)
  ret i32 0
}}
"""


def _record(state: State, shared: int) -> str:
    """Return the IR of what writes down an access as a row of trace.ROW; of those to stacks there are none."""
    numbers = "".join(
        f"  %{name} = load i64, ptr {state.slot(slot, axis)}\n"
        for name, slot, axis in (
            *((f"t{axis}", Slot.TID, axis) for axis in range(3)), *((f"n{axis}", Slot.NTID, axis) for axis in range(2)),
            *((f"b{axis}", Slot.CTAID, axis) for axis in range(3)),
            *((f"g{axis}", Slot.NCTAID, axis) for axis in range(2)),
            ("epoch", Slot.EPOCH, 0), ("phase", Slot.PHASE, 0),
        )
    )  # fmt: skip
    linear = "".join(
        f"  %{n}.a = mul i64 %{size}1, %{n}2\n  %{n}.b = add i64 %{n}.a, %{n}1\n"
        f"  %{n}.c = mul i64 %{size}0, %{n}.b\n  %{n} = add i64 %{n}.c, %{n}0\n"
        for n, size in (("t", "n"), ("b", "g"))
    )
    fields = ("%address", "%b", "%epoch", "%t", "%phase", "%site", "%bytes", "%what")
    widths, places = (64, 32, 32, 16, 16, 16, 8, 8), (0, 8, 12, 16, 18, 20, 22, 23)
    stores = "".join(
        (f"  %f{at} = trunc i64 {field} to i{width}\n" if width < 64 else f"  %f{at} = add i64 {field}, 0\n")
        + f"  %p{at} = getelementptr i8, ptr %row, i64 {place}\n  store i{width} %f{at}, ptr %p{at}, align 1\n"
        for at, (field, width, place) in enumerate(zip(fields, widths, places, strict=True))
    )
    return f"""
define void @virtual_record(ptr %p, i64 %size, i64 %site, i64 %kind) noinline {{
  %a = ptrtoint ptr %p to i64
  %low = load i64, ptr {state.slot(Slot.STACKS)}
  %high = load i64, ptr {state.slot(Slot.STACKS_END)}
  %above = icmp uge i64 %a, %low
  %below = icmp ult i64 %a, %high
  %own = and i1 %above, %below
  br i1 %own, label %done, label %count
count:
  %at = load i64, ptr {state.slot(Slot.RECORDS)}
  %next = add i64 %at, 1
  store i64 %next, ptr {state.slot(Slot.RECORDS)}
  %capacity = load i64, ptr {state.slot(Slot.CAPACITY)}
  %fits = icmp ult i64 %at, %capacity
  br i1 %fits, label %keep, label %done
keep:
{numbers}{linear}
  %inside = sub i64 %a, {shared}
  %block = icmp ult i64 %inside, {PAGE}
  %address = select i1 %block, i64 %inside, i64 %a
  %flag = select i1 %block, i64 {SHARED}, i64 0
  %what = or i64 %kind, %flag
  %long = icmp ugt i64 %size, 255
  %bytes = select i1 %long, i64 255, i64 %size
  %first = load i64, ptr {state.slot(Slot.RECORD)}
  %offset = mul i64 %at, {ROW.itemsize}
  %where = add i64 %first, %offset
  %row = inttoptr i64 %where to ptr
{stores}  br label %done
done:
  ret void
}}
"""
