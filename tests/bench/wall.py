"""What the wall costs: `make bench` prints the table of docs/benchmarks.md; each ratio is taken in one run."""

import itertools
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from grader import app
from grader.boxes.conversation import Conversation
from grader.config import find_course, load_course
from grader.devices.virtual import VirtualDevice
from grader.model.assignment import Limits
from grader.model.job import Job
from grader.model.values import Array, Value
from grader.ports import Lease
from grader.sandboxes.zygote import LIBRARIES, ZygoteSandbox

LIMITS = Limits(wall_s=120.0)
CODE = b"""
import numpy as np
def take(x):
    return {"first": float(x[0])}
def give(x, size):
    return {"y": np.ones(int(size), np.uint8)}
"""
SIZES = (10**6, 10**7, 10**8, 10**9)  # bytes
BOXES = 40
SUBMISSIONS = 40

Row = tuple[str, str, str]


def main() -> None:
    """Print the table."""
    with VirtualDevice().lease() as lease:
        sandbox = ZygoteSandbox()
        sys.stdout.write(
            f"Isolation {sandbox.isolation}, {os.cpu_count()} processors, Python {sys.version.split()[0]}\n\n"
        )
        sys.stdout.write("| what | figure | beside |\n|---|---|---|\n")
        for row in itertools.chain(
            starts(sandbox, lease), virtual_card(sandbox, lease), calls(sandbox, lease), submissions()
        ):
            sys.stdout.write(f"| {' | '.join(row)} |\n")
            sys.stdout.flush()
        sandbox.close()


def starts(sandbox: ZygoteSandbox, lease: Lease) -> Iterator[Row]:
    """Time the starts and ends of boxes, beside the start of an interpreter that imports the same."""
    found = [name for name in LIBRARIES if find_spec(name.partition(".")[0])]
    fresh = timed(lambda: subprocess.run([sys.executable, "-c", f"import {', '.join(found)}"], check=True), 3)
    with sandbox.open(driver="oracle", files={}, lease=lease, limits=LIMITS):
        server = next(iter(sandbox._servers.values()))
    forked: list[Conversation] = []
    cold = timed(lambda: forked.append(server.box(LIMITS)), BOXES)
    yield "box forked and locked in", ms(cold), f"{fresh / cold:.0f} times faster than an interpreter ({fresh:.1f} s)"
    memory = statistics.median(map(private, forked))
    ended = timed(lambda: forked.pop().close(), BOXES)
    yield "box ended, with all that it started", ms(ended), "-"
    yield "private memory of a box", f"{memory / 1e6:.1f} MB", "-"

    with ExitStack() as stack:
        enter = partial(sandbox.open, driver="oracle", files={}, lease=lease, limits=LIMITS)
        pooled = timed(lambda: stack.enter_context(enter()), BOXES, pause=0.2)
    yield "box from the pool, opened", ms(pooled), f"{cold / pooled:.1f} times faster than a forked one"


def virtual_card(sandbox: ZygoteSandbox, lease: Lease) -> Iterator[Row]:
    """Compare boxes whose libraries have the virtual card beneath them with boxes that have none, in turn."""
    bare = replace(lease, environment={"CUDA_VISIBLE_DEVICES": ""})
    servers = []
    for each in (lease, bare):
        with sandbox.open(driver="oracle", files={}, lease=each, limits=LIMITS):
            servers += [server for kind, server in sandbox._servers.items() if dict(kind[0]) == each.environment]
    took: list[list[float]] = [[], []]
    memory: list[list[int]] = [[], []]
    for _, at in itertools.product(range(BOXES), (0, 1)):
        start = time.perf_counter()
        box = servers[at].box(LIMITS)
        took[at].append(time.perf_counter() - start)
        memory[at].append(private(box))
        box.close()
    more = statistics.median(one - other for one, other in zip(*took, strict=True))
    larger = statistics.median(memory[0]) - statistics.median(memory[1])
    yield "virtual GPU, in each box", f"{1e3 * more:.1f} ms", f"{larger / 1e6:.1f} MB of memory"


def calls(sandbox: ZygoteSandbox, lease: Lease) -> Iterator[Row]:
    """Time a call that does nothing, and arrays of several sizes both ways, beside a copy in memory."""
    with sandbox.open(driver="oracle", files={"code.py": CODE}, lease=lease, limits=LIMITS) as box:
        small = array_of(8)
        yield "call that does nothing", ms(timed(lambda: ask(box, "take", small, 0), 1000)), "-"
        for size in SIZES:
            times, large, source = (3 if size == SIZES[-1] else 9), array_of(size), bytearray(size)
            copy = timed(partial(bytes, source), times)
            into = timed(partial(ask, box, "take", large, 0), times)
            out = timed(partial(ask, box, "give", small, size), times)
            yield f"array of {size // 10**6} MB into a box", ms(into), f"{into / copy:.1f} copies in memory"
            yield f"array of {size // 10**6} MB out of a box", ms(out), f"{out / copy:.1f} copies in memory"


def submissions() -> Iterator[Row]:
    """Count how many submissions two workers grade in a second."""
    course = load_course(find_course(Path(__file__).parent))
    grader = app.build(course, ["vec_add"]).ready()
    path = str(grader.assignments["vec_add"].reference)
    jobs = [Job(student=f"s{number}", assignment="vec_add", path=path) for number in range(SUBMISSIONS)]
    grader.grade(jobs[0])
    start = time.perf_counter()
    with ThreadPoolExecutor(2) as pool:
        done = list(pool.map(grader.grade, jobs))
    took = time.perf_counter() - start
    assert all(report.score for report in done)
    yield "submissions to vec_add in a second, two workers", f"{len(jobs) / took:.1f}", f"{took / len(jobs):.2f} s each"


def array_of(size: int) -> Array:
    """Return an array of some bytes."""
    return Array(dtype="uint8", shape=(size,), data=bytes(size))


def ask(box: Conversation, name: str, given: Array, size: int) -> None:
    """Call a function with an array."""
    payload: dict[str, Value] = {"file": "code.py", "name": name, "arguments": {"x": given, "size": size}}
    reply = box.request("function", payload, limits=LIMITS)
    assert reply.value, reply.outcome


def private(box: Conversation) -> int:
    """Return the private memory of a box's first process, in bytes."""
    pid = box._process._pid  # type: ignore[attr-defined] # of the process that this sandbox makes
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Private_"))


def timed(work: Callable[[], object], times: int, *, pause: float = 0.0) -> float:
    """Return the median of some runs, in seconds."""
    samples = []
    for _ in range(times):
        time.sleep(pause)
        start = time.perf_counter()
        work()
        samples.append(time.perf_counter() - start)
    return statistics.median(samples)


def ms(seconds: float) -> str:
    """Return a duration in ms."""
    return f"{seconds * 1e3:.2f} ms"


if __name__ == "__main__":
    main()
