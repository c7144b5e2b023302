"""What Triton and the driver refuse, in their words."""

import re

import torch
import triton
import triton.language as tl


@triton.jit
def fill(x, N: tl.constexpr):
    tl.store(x + tl.arange(0, N), 1.0)


@triton.jit
def unknown(x):
    tl.store(x, undefined)


@triton.jit
def mixed(x, N: tl.constexpr):
    tl.store(x + tl.arange(0, N), tl.load(x + tl.arange(0, 2 * N)))


@triton.jit
def small_dot(x, N: tl.constexpr):
    i = tl.arange(0, N)
    block = tl.load(x + i[:, None] * N + i[None, :])
    tl.store(x + i[:, None] * N + i[None, :], tl.dot(block, block))


@triton.jit
def checked(x, N: tl.constexpr):
    tl.static_assert(N == 16, "N must be 16")
    tl.store(x, 1.0)


@triton.jit
def much_shared(x, N: tl.constexpr):
    i = tl.arange(0, N)
    at = i[:, None] * N + i[None, :]
    block = tl.load(x + at)
    tl.store(x + at, tl.dot(block, tl.trans(block)))


@triton.jit
def eighths(x, y):
    tl.store(y, tl.load(x).to(tl.float8e4nv))


def refused(kind, pattern, call):
    try:
        call()
    except Exception as error:
        assert type(error).__name__ == kind, repr(error)
        cause = str(error) + str(error.__cause__ or "")
        assert re.search(pattern, cause), cause
    else:
        raise AssertionError(f"not refused: {pattern}")


x = torch.zeros(1024, device="cuda")
refused("ValueError", r"Pointer argument cannot be accessed from Triton \(cpu tensor\?\)", lambda: fill[(1,)](torch.zeros(8), N=8))
refused("CompilationError", r"at 2:17:\n(.*\n)* +\^\narange's range must be a power of 2", lambda: fill[(1,)](x, N=100))
refused("CompilationError", r"undefined is not defined", lambda: unknown[(1,)](x))
refused("CompilationError", r"incompatible dimensions|Cannot make_shape_compatible", lambda: mixed[(1,)](x, N=16))
refused("CompilationError", r"numel \(2097152\) exceeds triton maximum tensor numel \(1048576\)", lambda: fill[(1,)](x, N=2**21))
refused("CompilationError", r"Input shapes should have M >= 1, N >= 1 and K >= 8", lambda: small_dot[(1,)](x, N=4))
refused("CompileTimeAssertionFailure", r"N must be 16", lambda: checked[(1,)](x, N=8))
refused("TypeError", r"missing 1 required positional argument: 'N'|missing a required argument", lambda: fill[(1,)](x))
refused("KeyError", r"Keyword argument M was specified but unrecognised", lambda: fill[(1,)](x, N=8, M=3))
refused("OutOfResources", r"out of resource: shared memory, Required: \d+, Hardware limit: \d+",
        lambda: much_shared[(1,)](torch.zeros(512 * 512, device="cuda", dtype=torch.float16), N=512))
refused("TypeError", r"'float' object cannot be interpreted as an integer", lambda: fill[(1.0,)](x, N=8))
refused("RuntimeError", r"Cannot call @triton.jit'd outside of the scope of a kernel", lambda: fill(x, 8))
refused("ValueError", r"Did you forget to add @triton.jit", lambda: tl.arange(0, 8))
refused("RuntimeError", r"Triton Error \[CUDA\]: invalid argument", lambda: fill[(1, 65536)](x, N=8))
fill[(0,)](x, N=8)
assert x.sum().item() == 0
