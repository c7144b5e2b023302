"""How fast the virtual GPU runs numba's kernels, beside numba's own simulator: `make bench` prints the table.

The simulator runs a thread of the machine for each thread of a kernel. It gets sizes that it can bear; what is compared
is the work done in a second, threads of the kernel or products of numbers, measured in turn in the same run.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import grader

ROUNDS = 3
SOURCE = Path(__file__)
TILE = 16
KERNELS = """
@cuda.jit
def vec_add(a, b, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]

@cuda.jit
def reduction(a, out):
    s = cuda.shared.array(256, float32)
    t = cuda.threadIdx.x
    s[t] = a[cuda.grid(1)]
    cuda.syncthreads()
    n = 128
    while n > 0:
        if t < n:
            s[t] += s[t + n]
        cuda.syncthreads()
        n //= 2
    if t == 0:
        cuda.atomic.add(out, 0, s[0])

@cuda.jit
def matmul(x, y, z):
    a = cuda.shared.array((TILE, TILE), float32)
    b = cuda.shared.array((TILE, TILE), float32)
    i, j = cuda.grid(2)
    u, v = cuda.threadIdx.x, cuda.threadIdx.y
    total = float32(0)
    for tile in range(x.shape[1] // TILE):
        a[u, v] = x[i, v + tile * TILE]
        b[u, v] = y[u + tile * TILE, j]
        cuda.syncthreads()
        for k in range(TILE):
            total += a[u, k] * b[k, v]
        cuda.syncthreads()
    z[i, j] = total
"""


def main() -> None:
    """Print the table, or, when told to, measure one machine."""
    if len(sys.argv) > 1:
        sys.stdout.write(json.dumps(dict(measured(sys.argv[1]))))
        return
    runs = [{machine: asked(machine) for machine in ("virtual", "traced", "simulator")} for _ in range(ROUNDS)]
    sys.stdout.write(
        "| kernel | work in a second | times the simulator | all accesses written down | times the simulator |\n"
    )
    sys.stdout.write("|---|---|---|---|---|\n")
    for kernel in runs[0]["simulator"]:
        rates = {machine: statistics.median(run[machine][kernel] for run in runs) for machine in runs[0]}
        ratios = [statistics.median(run[each][kernel] / run["simulator"][kernel] for run in runs) for each in rates]
        sys.stdout.write(
            f"| {kernel} | {rates['virtual'] / 1e6:.2f} M | {ratios[0]:,.0f} | {rates['traced'] / 1e6:.2f} M |"
            f" {ratios[1]:,.0f} |\n"
        )


def asked(machine: str) -> dict[str, float]:
    """Return the work that each kernel does in a second, measured in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(Path(grader.__file__).parents[1]), "PYTHONWARNINGS": "ignore"}
    if machine == "simulator":
        environment["NUMBA_ENABLE_CUDASIM"] = "1"
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, str(SOURCE), machine]
        done = subprocess.run(command, env=environment, cwd=folder, check=True, capture_output=True, text=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def measured(machine: str) -> Iterator[tuple[str, float]]:
    """Measure one machine: `virtual`, `traced` or `simulator`."""
    if machine != "simulator":
        from grader.harness.virtual.numba.install import install

        install()
    small = machine == "simulator"
    for name, run, amount in work(large=not small):
        run()  # compiles it
        if machine == "traced":
            from grader.harness.virtual.numba.driver import watching

            with watching(rows=4_000_000):
                run()
                seconds = timed(run)
        else:
            seconds = timed(run)
        yield name, amount / seconds


def timed(run: Callable[[], None]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def work(*, large: bool) -> Iterator[tuple[str, Callable[[], None], int]]:
    """Yield kernels' names, what runs them, and how much work that is."""
    import numpy as np
    from numba import cuda, float32

    gpu: Any = cuda
    made: dict[str, Any] = {"cuda": cuda, "float32": float32, "TILE": TILE}
    exec(KERNELS, made)  # noqa: S102 - the simulator finds `cuda` among the names of a module only
    vec_add, reduction, matmul = made["vec_add"], made["reduction"], made["matmul"]
    n = 1_000_000 if large else 2_000
    a, b, c = (gpu.to_device(np.ones(n, np.float32)) for _ in range(3))

    def add() -> None:
        vec_add[(n + 255) // 256, 256](a, b, c)
        gpu.synchronize()

    yield "vec_add", add, (n + 255) // 256 * 256
    m = 256 * (400 if large else 2)
    d, total = gpu.to_device(np.ones(m, np.float32)), gpu.to_device(np.zeros(1, np.float32))

    def add_up() -> None:
        reduction[m // 256, 256](d, total)
        gpu.synchronize()

    yield "reduction", add_up, m
    side = 256 if large else 32
    x, y, z = (gpu.to_device(np.ones((side, side), np.float32)) for _ in range(3))

    def multiply() -> None:
        matmul[(side // TILE, side // TILE), (TILE, TILE)](x, y, z)
        gpu.synchronize()

    yield "tiled matmul", multiply, side**3


if __name__ == "__main__":
    main()
