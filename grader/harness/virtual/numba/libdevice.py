"""Functions of libdevice beyond those of the C library, as LLVM IR: integers, conversions, and parts of numbers.

By the names of the libdevice User's Guide. Of the rounding modes of arithmetic only `rn`, to the nearest, is here.
"""

from collections.abc import Iterator

_KINDS = {"d": "double", "f": "float"}
_MODES = {"rd": "floor", "rn": "rint", "ru": "ceil", "rz": "trunc"}
_ARITHMETIC = {"add": "fadd", "sub": "fsub", "mul": "fmul", "div": "fdiv"}
_PI = "0x400921FB54442D18"
_POINTING = {"frexp": "{0} {1}, ptr {2}", "modf": "{0} {1}, ptr {2}", "remquo": "{0} {1}, {0} {2}, ptr {3}"}


def functions() -> dict[str, str]:
    """Return the definitions by name."""
    return dict([*_arithmetic(), *_conversions(), *_casts(), *_integers(), *_library(), *_special()])


def _defined(returns: str, name: str, given: str, *lines: str) -> tuple[str, str]:
    full = f"__nv_{name}"
    body = "\n".join(f"  {line}" for line in lines)
    return full, f"define linkonce_odr {returns} @{full}({given}) alwaysinline {{\n{body}\n}}\n"


def _arithmetic() -> Iterator[tuple[str, str]]:
    for short, kind in _KINDS.items():
        bits = 64 if short == "d" else 32
        for name, operation in _ARITHMETIC.items():
            lines = (f"%r = {operation} {kind} %a, %b", f"ret {kind} %r")
            yield _defined(kind, f"{short}{name}_rn", f"{kind} %a, {kind} %b", *lines)
        yield _defined(kind, f"{short}rcp_rn", f"{kind} %a", f"%r = fdiv {kind} 1.0, %a", f"ret {kind} %r")
        root = f"%r = call {kind} @llvm.sqrt.f{bits}({kind} %a)"
        yield _defined(kind, f"{short}sqrt_rn", f"{kind} %a", root, f"ret {kind} %r")
        given = f"{kind} %a, {kind} %b, {kind} %c"
        fused = f"%r = call {kind} @llvm.fma.f{bits}({given})"
        yield _defined(kind, f"fma{'' if short == 'd' else 'f'}_rn", given, fused, f"ret {kind} %r")


def _conversions() -> Iterator[tuple[str, str]]:
    """Yield those between integers and others; what does not fit becomes the nearest that does, and NaN 0."""
    integers = {"int": ("i32", "s"), "uint": ("i32", "u"), "ll": ("i64", "s"), "ull": ("i64", "u")}
    for name, (whole, sign) in integers.items():
        for kind in _KINDS.values():
            bits = 64 if kind == "double" else 32
            for mode, rounded in _MODES.items():
                lines = (
                    f"%n = call {kind} @llvm.{rounded}.f{bits}({kind} %a)",
                    f"%r = call {whole} @llvm.fpto{sign}i.sat.{whole}.f{bits}({kind} %n)",
                )
                yield _defined(whole, f"{kind}2{name}_{mode}", f"{kind} %a", *lines, f"ret {whole} %r")
            lines = (f"%r = {sign}itofp {whole} %a to {kind}", f"ret {kind} %r")
            yield _defined(kind, f"{name}2{kind}_rn", f"{whole} %a", *lines)
    yield _defined("float", "double2float_rn", "double %a", "%r = fptrunc double %a to float", "ret float %r")


def _casts() -> Iterator[tuple[str, str]]:
    for name, old, new in (
        ("double_as_longlong", "double", "i64"), ("longlong_as_double", "i64", "double"),
        ("float_as_int", "float", "i32"), ("int_as_float", "i32", "float"),
    ):  # fmt: skip
        yield _defined(new, name, f"{old} %a", f"%r = bitcast {old} %a to {new}", f"ret {new} %r")
    bits = ("%b = bitcast double %a to i64",)
    high = ("%s = lshr i64 %b, 32", "%r = trunc i64 %s to i32", "ret i32 %r")
    yield _defined("i32", "double2hiint", "double %a", *bits, *high)
    yield _defined("i32", "double2loint", "double %a", *bits, "%r = trunc i64 %b to i32", "ret i32 %r")
    joined = (
        "%h = zext i32 %high to i64", "%l = zext i32 %low to i64", "%s = shl i64 %h, 32", "%b = or i64 %s, %l",
        "%r = bitcast i64 %b to double", "ret double %r",
    )  # fmt: skip
    yield _defined("double", "hiloint2double", "i32 %high, i32 %low", *joined)
    for short, kind, end in (("i64", "double", "d"), ("i32", "float", "f")):
        sign = f"%s = lshr {short} %b, {int(short[1:]) - 1}"
        narrow = "%r = trunc i64 %s to i32" if short == "i64" else "%r = add i32 %s, 0"
        yield _defined(
            "i32", f"signbit{end}", f"{kind} %a", f"%b = bitcast {kind} %a to {short}", sign, narrow, "ret i32 %r"
        )


def _integers() -> Iterator[tuple[str, str]]:
    for prefix, kind, wide in (("", "i32", "i64"), ("ll", "i64", "i128")):
        yield _defined(
            kind,
            f"{prefix}abs",
            f"{kind} %a",
            f"%r = call {kind} @llvm.abs.{kind}({kind} %a, i1 false)",
            f"ret {kind} %r",
        )
        bits, tail = kind[1:], "64hi" if prefix else "hi"
        for unsigned, extend, sign in (("", "sext", "s"), ("u", "zext", "u")):
            for name in ("min", "max"):
                given = f"{kind} %a, {kind} %b"
                call = f"%r = call {kind} @llvm.{sign}{name}.{kind}({given})"
                yield _defined(kind, f"{unsigned}{prefix}{name}", given, call, f"ret {kind} %r")
            yield _defined(
                kind, f"{unsigned}mul{tail}", f"{kind} %a, {kind} %b", f"%x = {extend} {kind} %a to {wide}",
                f"%y = {extend} {kind} %b to {wide}", f"%p = mul {wide} %x, %y", f"%h = lshr {wide} %p, {bits}",
                f"%r = trunc {wide} %h to {kind}", f"ret {kind} %r",
            )  # fmt: skip
    for unsigned, extend, shift in (("", "sext", "ashr"), ("u", "zext", "lshr")):
        both = (f"%x = {extend} i32 %a to i64", f"%y = {extend} i32 %b to i64")
        for rounding, more in (("", 0), ("r", 1)):
            yield _defined(
                "i32", f"{unsigned}{rounding}hadd", "i32 %a, i32 %b", *both, "%s = add i64 %x, %y",
                f"%t = add i64 %s, {more}", "%h = lshr i64 %t, 1", "%r = trunc i64 %h to i32", "ret i32 %r",
            )  # fmt: skip
        yield _defined(
            "i32", f"{unsigned}sad", "i32 %a, i32 %b, i32 %c", *both, "%d = sub i64 %x, %y",
            "%m = call i64 @llvm.abs.i64(i64 %d, i1 false)", "%n = trunc i64 %m to i32", "%r = add i32 %n, %c",
            "ret i32 %r",
        )  # fmt: skip
        cut = (f"%x = {shift} i32 %s, 8", f"%y = {shift} i32 %t, 8", "%r = mul i32 %x, %y", "ret i32 %r")
        yield _defined("i32", f"{unsigned}mul24", "i32 %a, i32 %b", "%s = shl i32 %a, 8", "%t = shl i32 %b, 8", *cut)


def _library() -> Iterator[tuple[str, str]]:
    """Yield what the C library has, with arguments that are not all numbers of one kind."""
    for kind, tail in (("double", ""), ("float", "f")):
        for name, form in _POINTING.items():
            given = form.format(kind, "%a", "%b", "%c")
            call = f"%r = call {kind} @{name}{tail}({given})"
            yield _defined(kind, f"{name}{tail}", given, call, f"ret {kind} %r")
        given = f"{kind} %a, ptr %sin, ptr %cos"
        for prefix in ("", *(["fast_"] if tail else [])):
            yield _defined("void", f"{prefix}sincos{tail}", given, f"call void @sincos{tail}({given})", "ret void")
        for name, returns in (("ilogb", "i32"), ("llround", "i64"), ("llrint", "i64")):
            call = f"%r = call {returns} @{name}{tail}({kind} %a)"
            yield _defined(returns, f"{name}{tail}", f"{kind} %a", call, f"ret {returns} %r")
        for name in ("jn", "yn"):
            call = f"%r = call {kind} @{name}{tail}(i32 %n, {kind} %a)"
            yield _defined(kind, f"{name}{tail}", f"i32 %n, {kind} %a", call, f"ret {kind} %r")
        call = f"%r = call {kind} @scalbn{tail}({kind} %a, i32 %n)"
        yield _defined(kind, f"scalbn{tail}", f"{kind} %a, i32 %n", call, f"ret {kind} %r")


def _special() -> Iterator[tuple[str, str]]:
    yield _defined(
        "float", "saturatef", "float %a", "%l = call float @llvm.maxnum.f32(float %a, float 0.0)",
        "%r = call float @llvm.minnum.f32(float %l, float 1.0)", "ret float %r",
    )  # fmt: skip
    for kind, tail, widen, narrow in (("double", "", "bitcast", "bitcast"), ("float", "f", "fpext", "fptrunc")):
        # Whole turns are taken off first: a multiple of pi would not be exact.
        turned = (
            f"%w = {widen} {kind} %a to double",
            "%h = fmul double %w, 0.5",
            "%n = call double @llvm.rint.f64(double %h)",
            "%t = fmul double %n, 2.0",
            "%x = fsub double %w, %t",
            f"%y = fmul double %x, {_PI}",
        )
        for name in ("sin", "cos"):
            lines = (*turned, f"%v = call double @{name}(double %y)", f"%r = {narrow} double %v to {kind}")
            yield _defined(kind, f"{name}pi{tail}", f"{kind} %a", *lines, f"ret {kind} %r")
