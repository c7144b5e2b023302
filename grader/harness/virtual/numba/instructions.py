"""The instructions and library functions of a card, as LLVM IR for this processor: what numba's IR calls by name.

A definition is a whole function; the first line declares it. Names beginning with `ptx.` stand for inline assembly, and
those beginning with `nvvm.` for intrinsics of NVVM: see `dialect`.
"""

import re
from collections.abc import Callable, Iterator

from . import libdevice
from .state import Slot, State, Wait

_AXES = "xyz"
# Functions of libdevice that the C library has by the same name, for doubles; with an f at the end, for floats.
_LIBM = frozenset(
    ("acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil", "copysign", "cos", "cosh", "erf",
     "erfc", "exp", "exp10", "exp2", "expm1", "fabs", "fdim", "floor", "fma", "fmax", "fmin", "fmod", "hypot", "j0",
     "j1", "ldexp", "lgamma", "log", "log10", "log1p", "log2", "logb", "nearbyint", "nextafter", "pow", "remainder",
     "rint", "round", "sin", "sinh", "sqrt", "tan", "tanh", "tgamma", "trunc", "y0", "y1")
)  # fmt: skip
_SPECIAL_LIBM = {"ldexp": ("T", "i32")}  # types of arguments that are not all numbers of the function's own type
_TWO = frozenset(("atan2", "copysign", "fdim", "fmax", "fmin", "fmod", "hypot", "nextafter", "pow", "remainder"))
_THREE = frozenset({"fma"})
_FP16_MATH = {
    "hsin": "sinf", "hcos": "cosf", "hlog": "logf", "hlog10": "log10f", "hlog2": "log2f", "hexp": "expf",
    "hexp10": "exp10f", "hexp2": "exp2f", "hsqrt": "sqrtf", "hfloor": "floorf", "hceil": "ceilf", "hrint": "rintf",
    "htrunc": "truncf",
}  # fmt: skip

# The half `%r` nearest to the double `%s`: the float between them keeps in its last bit that something was cut off,
# so that rounding twice is rounding once.
_HALVED = (
    "%bits = bitcast double %s to i64", "%cut = and i64 %bits, 536870911", "%kept = xor i64 %bits, %cut",
    "%inexact = icmp ne i64 %cut, 0", "%sticky = select i1 %inexact, i64 536870912, i64 0",
    "%odd = or i64 %kept, %sticky", "%wide = bitcast i64 %odd to double", "%single = fptrunc double %wide to float",
    "%short = fptrunc float %single to half", "%r = bitcast half %short to i16",
)  # fmt: skip


def definition(name: str, state: State) -> str:
    """Return the IR of a function that numba's IR calls.

    Raises:
        NotImplementedError: the virtual GPU does not have it.
    """
    for family in (_registers, _synchronizing, _warp, _atomics, _bits, _fp16, _library):
        found = family(state).get(name)
        if found:
            return found
    missing = _libdevice(name) or libdevice.functions().get(name)
    if missing:
        return missing
    shown = name.removeprefix("__nv_").removeprefix("nvvm.").removeprefix("ptx.")
    raise NotImplementedError(f"{shown} is not emulated on the virtual GPU")


def _function(head: str, *lines: str) -> str:
    returns, _, rest = head.partition(" ")
    body = "\n".join(f"  {line}" if not line.endswith(":") else line for line in lines)
    return f"define linkonce_odr {returns} @{rest} alwaysinline {{\n{body}\n}}\n"


def _registers(state: State) -> dict[str, str]:
    def register(name: str, slot: Slot, axis: int = 0) -> tuple[str, str]:
        full = f"nvvm.read.ptx.sreg.{name}"
        value = f"%v = load i64, ptr {state.slot(slot, axis)}"
        return full, _function(f"i32 {full}()", value, "%t = trunc i64 %v to i32", "ret i32 %t")

    places = {"tid": Slot.TID, "ntid": Slot.NTID, "ctaid": Slot.CTAID, "nctaid": Slot.NCTAID}
    found = dict(register(f"{name}.{axis}", slot, at) for name, slot in places.items() for at, axis in enumerate(_AXES))
    found |= dict([register("dynamic_smem_size", Slot.DYNAMIC)])
    found["ptx.dynamic_smem_size"] = found.pop("nvvm.read.ptx.sreg.dynamic_smem_size").replace(
        "nvvm.read.ptx.sreg.", "ptx."
    )
    found["nvvm.read.ptx.sreg.warpsize"] = _function("i32 nvvm.read.ptx.sreg.warpsize()", "ret i32 32")
    for name, result in (("nvvm.read.ptx.sreg.laneid", "%lane"), ("ptx.lanemask_lt", "%mask")):
        found[name] = _function(f"i32 {name}()", *_lane(state), f"ret i32 {result}")
    return found


def _lane(state: State) -> Iterator[str]:
    """Yield the lines that compute `%lane` and `%mask`, the lanes before it."""
    for at, (name, slot) in enumerate((("t", Slot.TID), ("n", Slot.NTID))):
        yield from (f"%{name}{axis} = load i64, ptr {state.slot(slot, axis)}" for axis in range(3 - at))
    yield "%a = mul i64 %n1, %t2"
    yield "%b = add i64 %a, %t1"
    yield "%c = mul i64 %n0, %b"
    yield "%d = add i64 %c, %t0"
    yield "%e = and i64 %d, 31"
    yield "%lane = trunc i64 %e to i32"
    yield "%f = shl i32 1, %lane"
    yield "%mask = sub i32 %f, 1"


def _waiting(head: str, kind: Wait, mask: str, value: str, extra: str, *then: str, before: tuple[str, ...] = ()) -> str:
    call = f"%r = call i64 @virtual_wait(i64 {int(kind)}, i64 {mask}, i64 {value}, i64 {extra})"
    return _function(head, *before, call, *(then or ("ret void",)))


def _synchronizing(_state: State) -> dict[str, str]:
    short = ("%t = trunc i64 %r to i32", "ret i32 %t")
    found = {"nvvm.barrier0": _waiting("void nvvm.barrier0()", Wait.BARRIER, "-1", "0", "0")}
    for name, kind in (("popc", Wait.COUNT), ("and", Wait.AND), ("or", Wait.OR)):
        full = f"nvvm.barrier0.{name}"
        wide = ("%w = zext i32 %p to i64",)
        found[full] = _waiting(f"i32 {full}(i32 %p)", kind, "-1", "%w", "0", *short, before=wide)
    for name in ("cta", "sys", "gl"):
        found[f"nvvm.membar.{name}"] = _function(f"void nvvm.membar.{name}()", "ret void")
    found["cudaCGGetIntrinsicHandle"] = _function("i64 cudaCGGetIntrinsicHandle(i32 %scope)", "ret i64 1")
    found["cudaCGSynchronize"] = _waiting(
        "i32 cudaCGSynchronize(i64 %handle, i32 %flags)", Wait.GRID, "-1", "0", "0", "ret i32 0"
    )
    found["ptx.nanosleep"] = _function("void ptx.nanosleep(i32 %ns)", "ret void")
    return found


def _warp(_state: State) -> dict[str, str]:
    mask = "%m = zext i32 %mask to i64"
    found = {
        "nvvm.bar.warp.sync": _waiting("void nvvm.bar.warp.sync(i32 %mask)", Wait.WARP, "%m", "0", "0", before=(mask,)),
        "ptx.activemask": _waiting(
            "i32 ptx.activemask()", Wait.ACTIVE, "-1", "0", "0", "%t = trunc i64 %r to i32", "ret i32 %t"
        ),
    }
    # The result of a shuffle: 32 bits of value, then whether it came from another lane.
    pair = ("%v = trunc i64 %r to i32", "%h = lshr i64 %r, 32", "%p = trunc i64 %h to i1",
            "%a = insertvalue { i32, i1 } undef, i32 %v, 0", "%b = insertvalue { i32, i1 } %a, i1 %p, 1",
            "ret { i32, i1 } %b")  # fmt: skip
    # Mode, index and clamp in one number, of 32 bits each.
    extra = ("%w = zext i32 %value to i64", "%i = zext i32 %index to i64", "%c = zext i32 %clamp to i64",
             "%d = zext i32 %mode to i64", "%e = shl i64 %c, 32", "%f = shl i64 %d, 48", "%g = or i64 %i, %e",
             "%x = or i64 %g, %f")  # fmt: skip
    found["nvvm.shfl.sync.i32"] = _waiting(
        "{i32,i1} nvvm.shfl.sync.i32(i32 %mask, i32 %mode, i32 %value, i32 %index, i32 %clamp)",
        Wait.SHUFFLE, "%m", "%w", "%x", *pair, before=(mask, *extra),
    )  # fmt: skip
    vote = ("%w = zext i1 %value to i64", "%x = zext i32 %mode to i64")
    found["nvvm.vote.sync"] = _waiting(
        "{i32,i1} nvvm.vote.sync(i32 %mask, i32 %mode, i1 %value)", Wait.VOTE, "%m", "%w", "%x", *pair,
        before=(mask, *vote),
    )  # fmt: skip
    for bits in (32, 64):
        wide = "%w = zext i32 %value to i64" if bits == 32 else "%w = or i64 %value, 0"
        head = f"(i32 %mask, i{bits} %value)"
        name = f"nvvm.match.any.sync.i{bits}"
        short = ("%t = trunc i64 %r to i32", "ret i32 %t")
        found[name] = _waiting(f"i32 {name}{head}", Wait.MATCH_ANY, "%m", "%w", "0", *short, before=(mask, wide))
        name = f"nvvm.match.all.sync.i{bits}"
        found[name] = _waiting(f"{{i32,i1}} {name}{head}", Wait.MATCH_ALL, "%m", "%w", "0", *pair, before=(mask, wide))
    return found


def _atomics(_state: State) -> dict[str, str]:
    """Threads run one at a time, so that a load and a store are atomic enough."""
    found: dict[str, str] = {}
    for kind, short, named in (("float", "f32", "p0f32"), ("double", "f64", "p0f64")):
        add = (f"%n = fadd {kind} %o, %v",)
        sub = (f"%n = fsub {kind} %o, %v",)
        found |= _update(f"nvvm.atomic.load.add.{short}.{named}", kind, add)
        found |= _update(f"___numba_atomic_{kind}_add", kind, add) | _update(f"___numba_atomic_{kind}_sub", kind, sub)
        for name, compare, is_nan in (
            ("max", "olt", "uno"), ("min", "ogt", "uno"), ("nanmax", "ult", ""), ("nanmin", "ugt", ""),
        ):  # fmt: skip
            # `max` and `min` keep what is there when either is no number; the others only when the new value is none.
            against = "%o" if is_nan else "%v"
            choose = (
                f"%nan = fcmp uno {kind} %v, {against}", f"%less = fcmp {compare} {kind} %o, %v",
                "%not = xor i1 %nan, true", "%take = and i1 %less, %not", f"%n = select i1 %take, {kind} %v, {kind} %o",
            )  # fmt: skip
            found |= _update(f"___numba_atomic_{kind}_{name}", kind, choose)
    for kind, names in (("i32", ("nvvm.atomic.load.{}.32.p0i32",)), ("i64", ("___numba_atomic_u64_{}",))):
        up = (f"%b = icmp ult {kind} %o, %v", f"%i = add {kind} %o, 1", f"%n = select i1 %b, {kind} %i, {kind} 0")
        down = (f"%i = add {kind} %o, -1", f"%b = icmp ult {kind} %i, %v", f"%n = select i1 %b, {kind} %i, {kind} %v")
        for name in names:
            found |= _update(name.format("inc"), kind, up) | _update(name.format("dec"), kind, down)
    return found


def _update(name: str, kind: str, lines: tuple[str, ...]) -> dict[str, str]:
    body = (f"%o = load {kind}, ptr %p", *lines, f"store {kind} %n, ptr %p", f"ret {kind} %o")
    return {name: _function(f"{kind} {name}(ptr %p, {kind} %v)", *body)}


def _bits(_state: State) -> dict[str, str]:
    found = {}
    for name, bits in (("brev", 32), ("brevll", 64)):
        found[f"__nv_{name}"] = _function(
            f"i{bits} __nv_{name}(i{bits} %x)",
            f"%r = call i{bits} @llvm.bitreverse.i{bits}(i{bits} %x)",
            f"ret i{bits} %r",
        )
    for name, bits in (("ffs", 32), ("ffsll", 64)):
        narrow = "%n = add i32 %r, 1" if bits == 32 else "%s = trunc i64 %r to i32\n  %n = add i32 %s, 1"
        found[f"__nv_{name}"] = _function(
            f"i32 __nv_{name}(i{bits} %x)", f"%r = call i{bits} @llvm.cttz.i{bits}(i{bits} %x, i1 false)", narrow,
            f"%z = icmp eq i{bits} %x, 0", "%t = select i1 %z, i32 0, i32 %n", "ret i32 %t",
        )  # fmt: skip
    for name, bits, what in (
        ("clz", 32, "ctlz"),
        ("clzll", 64, "ctlz"),
        ("popc", 32, "ctpop"),
        ("popcll", 64, "ctpop"),
    ):
        given = ", i1 false" if what == "ctlz" else ""
        result = ("ret i32 %r",) if bits == 32 else ("%t = trunc i64 %r to i32", "ret i32 %t")
        found[f"__nv_{name}"] = _function(
            f"i32 __nv_{name}(i{bits} %x)", f"%r = call i{bits} @llvm.{what}.i{bits}(i{bits} %x{given})", *result
        )
    return found


def _fp16(_state: State) -> dict[str, str]:
    half = "%{0} = bitcast i16 %{1} to half"
    found = {}
    for name, operation in (("add", "fadd"), ("sub", "fsub"), ("mul", "fmul")):
        found[f"ptx.{name}.f16"] = _function(
            f"i16 ptx.{name}.f16(i16 %a, i16 %b)", half.format("x", "a"), half.format("y", "b"),
            f"%z = {operation} half %x, %y", "%r = bitcast half %z to i16", "ret i16 %r",
        )  # fmt: skip
    found["ptx.neg.f16"] = _function("i16 ptx.neg.f16(i16 %a)", "%r = xor i16 %a, -32768", "ret i16 %r")
    found["ptx.abs.f16"] = _function("i16 ptx.abs.f16(i16 %a)", "%r = and i16 %a, 32767", "ret i16 %r")
    # Products of halves are exact in double; the sum is rounded once more than on a card only at 2**-42 of its size.
    found["ptx.fma.rn.f16"] = _function(
        "i16 ptx.fma.rn.f16(i16 %a, i16 %b, i16 %c)", *(half.format(n, m) for n, m in ("xa", "yb", "zc")),
        *(f"%{n}d = fpext half %{n} to double" for n in "xyz"), "%p = fmul double %xd, %yd",
        "%s = fadd double %p, %zd", *_HALVED, "ret i16 %r",
    )  # fmt: skip
    for name, compare in (("eq", "oeq"), ("ne", "one"), ("ge", "oge"), ("gt", "ogt"), ("le", "ole"), ("lt", "olt")):
        found[f"ptx.setp.{name}.f16"] = _function(
            f"i16 ptx.setp.{name}.f16(i16 %a, i16 %b)", half.format("x", "a"), half.format("y", "b"),
            f"%z = fcmp {compare} half %x, %y", "%r = zext i1 %z to i16", "ret i16 %r",
        )  # fmt: skip
    return found | _fp16_conversions() | _fp16_functions()


def _fp16_conversions() -> dict[str, str]:
    found = {}
    for short, kind, widen in (("f32", "float", "fpext"), ("f64", "double", "bitcast")):
        up, down = f"ptx.cvt.{short}.f16", f"ptx.cvt.rn.f16.{short}"
        found[up] = _function(
            f"{kind} {up}(i16 %a)", "%x = bitcast i16 %a to half", f"%r = fpext half %x to {kind}", f"ret {kind} %r"
        )
        found[down] = _function(f"i16 {down}({kind} %a)", f"%s = {widen} {kind} %a to double", *_HALVED, "ret i16 %r")
    for bits in (8, 16, 32, 64):
        for sign, name in (("s", "si"), ("u", "ui")):
            into, out = f"ptx.cvt.rn.f16.{sign}{bits}", f"ptx.cvt.rni.{sign}{bits}.f16"
            found[into] = _function(
                f"i16 {into}(i{bits} %a)", f"%x = {name}tofp i{bits} %a to half",
                "%r = bitcast half %x to i16", "ret i16 %r",
            )  # fmt: skip
            found[out] = _function(
                f"i{bits} {out}(i16 %a)", "%x = bitcast i16 %a to half", "%d = fpext half %x to double",
                "%n = call double @llvm.rint.f64(double %d)", f"%r = fpto{name} double %n to i{bits}",
                f"ret i{bits} %r",
            )  # fmt: skip
    return found


def _fp16_functions() -> dict[str, str]:
    """Return the functions of cuda_fp16.h that numba wraps: they write their result, and return 0."""

    def wrapped(name: str, given: str, *lines: str) -> tuple[str, str]:
        full = f"__numba_wrapper_{name}"
        end = ("%h = fptrunc float %r to half", "%i = bitcast half %h to i16", "store i16 %i, ptr %out", "ret i32 0")
        read = [
            f"%{n}h = bitcast i16 %{n} to half\n  %{n}f = fpext half %{n}h to float"
            for n in re.findall(r"%(\w)", given)
        ]
        return full, _function(f"i32 {full}(ptr %out, {given})", *read, *lines, *end)

    found = dict(wrapped(name, "i16 %a", f"%r = call float @{call}(float %af)") for name, call in _FP16_MATH.items())
    root = "%q = call float @sqrtf(float %af)"
    found |= dict(
        (
            wrapped("hdiv", "i16 %a, i16 %b", "%r = fdiv float %af, %bf"),
            wrapped("hrcp", "i16 %a", "%r = fdiv float 1.0, %af"),
            wrapped("hrsqrt", "i16 %a", root, "%r = fdiv float 1.0, %q"),
        )
    )
    return found


def _library(_state: State) -> dict[str, str]:
    found = {
        "virtual.vprintf": _function(
            "i32 virtual.vprintf(ptr %f, ptr %v)", "%r = call i32 @virtual_print(ptr %f, ptr %v)", "ret i32 %r"
        ),
        "ptx.tanh.approx.f32": _function(
            "float ptx.tanh.approx.f32(float %x)", "%r = call float @tanhf(float %x)", "ret float %r"
        ),
        "__nv_llrint": _function(
            "i64 __nv_llrint(double %x)", "%n = call double @llvm.rint.f64(double %x)", "%r = fptosi double %n to i64",
            "ret i64 %r",
        ),
    }  # fmt: skip
    for kind, tail in (("double", ""), ("float", "f")):
        found |= _of_kind(kind, tail)
    return found


def _of_kind(kind: str, tail: str) -> dict[str, str]:
    end = "f" if tail else "d"
    infinity = "0x7FF0000000000000"
    absolute = f"%m = call {kind} @llvm.fabs.f{32 if tail else 64}({kind} %x)"
    found = {}
    for name, test in (
        (f"isnan{end}", f"%b = fcmp uno {kind} %x, 0.0"),
        (f"isinf{end}", f"%b = fcmp oeq {kind} %m, {infinity}"),
        ("finitef" if tail else "isfinited", f"%b = fcmp one {kind} %m, {infinity}"),
    ):
        found[f"__nv_{name}"] = _function(
            f"i32 __nv_{name}({kind} %x)", absolute, test, "%r = zext i1 %b to i32", "ret i32 %r"
        )
    one = f"%r = fdiv {kind} 1.0, "
    for name, lines in (
        (f"rsqrt{tail}", (f"%q = call {kind} @sqrt{tail}({kind} %x)", f"{one}%q")),
        (f"rcbrt{tail}", (f"%q = call {kind} @cbrt{tail}({kind} %x)", f"{one}%q")),
    ):
        found[f"__nv_{name}"] = _function(f"{kind} __nv_{name}({kind} %x)", *lines, f"ret {kind} %r")
    found[f"__nv_powi{tail}"] = _function(
        f"{kind} __nv_powi{tail}({kind} %x, i32 %n)", f"%e = sitofp i32 %n to {kind}",
        f"%r = call {kind} @pow{tail}({kind} %x, {kind} %e)", f"ret {kind} %r",
    )  # fmt: skip
    return found


def _libdevice(name: str) -> str:
    """Return the definition of a function that the C library has too; nothing for any other."""
    base = name.removeprefix("__nv_")
    if base == "fast_fdividef":
        return _function("float __nv_fast_fdividef(float %a, float %b)", "%r = fdiv float %a, %b", "ret float %r")
    plain = base.removeprefix("fast_")
    kind, root = ("float", plain[:-1]) if plain.endswith("f") and plain[:-1] in _LIBM else ("double", plain)
    if not name.startswith("__nv_") or root not in _LIBM:
        return ""
    count = 3 if root in _THREE else 2 if root in _TWO else 1
    kinds = [each.replace("T", kind) for each in _SPECIAL_LIBM.get(root, ("T",) * count)]
    given = ", ".join(f"{each} %a{at}" for at, each in enumerate(kinds))
    return _function(f"{kind} {name}({given})", f"%r = call {kind} @{plain}({given})", f"ret {kind} %r")


def externals(text: str) -> Iterator[str]:
    """Yield a declaration for every function that some definitions call and that nobody defines."""
    called: dict[str, str] = {}
    for line in text.splitlines():
        found = re.search(r"call (\S+) @([\w.]+)\((.*)\)", line)
        if found and not found[2].startswith("virtual_"):
            kinds = ", ".join(each.strip().split(" ")[0] for each in found[3].split(","))
            called[found[2]] = f"declare {found[1]} @{found[2]}({kinds})"
    yield from called.values()


Family = Callable[[State], dict[str, str]]
