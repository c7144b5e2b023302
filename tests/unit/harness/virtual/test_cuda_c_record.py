"""What a record of accesses shows of kernels with one mistake each, with its lines, and of those without any."""

from collections.abc import Iterator
from typing import Any

import pytest

from grader import registry
from grader.boxes.arguments import pack
from grader.boxes.session import Program, Session
from grader.model.assignment import Limits
from grader.model.evidence import Ending
from grader.model.submission import Cell, Submission
from grader.model.values import Array, Value
from grader.ports import Bench, Lease, Reply, Sandbox

SOURCE = """__global__ void no_guard(const float* a, float* b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    b[i] = a[i];
}
__global__ void no_barrier(const float* a, float* b, int n) {
    __shared__ float s[64];
    s[threadIdx.x] = a[threadIdx.x];

    if (threadIdx.x < 50) b[blockIdx.x * 50 + threadIdx.x] = s[threadIdx.x + 14];
}
__global__ void no_atomic(const float* a, float* b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        b[0] += a[i];
}
__global__ void not_written(const float* a, float* b, int n) {
    __shared__ float s[64];
    if (threadIdx.x > 0) s[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x == 5) b[blockIdx.x] = s[0];
}
__global__ void strided(const float* a, float* b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i * 4 < n)
        b[i] = a[i * 4];
}
__global__ void one_bank(const float* a, float* b, int n) {
    __shared__ float s[64 * 32];
    s[threadIdx.x * 32] = a[threadIdx.x];
    __syncthreads();
    if (threadIdx.x < 62) b[blockIdx.x * 62 + threadIdx.x] = s[(threadIdx.x + 1) * 32];
}
__global__ void right(const float* a, float* b, int n) {
    __shared__ float s[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = i < n ? a[i] : 0;
    __syncthreads();
    for (int half = 32; half > 0; half /= 2) {
        if (threadIdx.x < half) s[threadIdx.x] += s[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(b, s[0]);
}
__global__ void warps(const float* a, float* b, int n) {
    __shared__ float s[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    s[threadIdx.x] = i < n ? a[i] : 0;
    __syncwarp();
    float other = s[threadIdx.x ^ 1];
    float sum = __shfl_down_sync(0xffffffffu, other, 1);
    if (i < n) b[i] = sum + lane;
}
__global__ void order(const float* a, float* b, int n) { b[0] = blockIdx.x * blockDim.x + threadIdx.x; }
__global__ void unset(const float* a, float* b, int n) {
    if (threadIdx.x == 1) b[blockIdx.x] += a[0];
}
typedef void (*Kernel)(const float*, float*, int);
float pick(int which, float* out) {
    const Kernel kernels[] = {no_guard, no_barrier, no_atomic, not_written, strided,
                              one_bank, right,      warps,     order,       unset};
    const int n = 250;
    float *a, *b;
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&b, n * sizeof(float));
    cudaMemset(a, 0, n * sizeof(float));
    if (which < 9) cudaMemset(b, 0, n * sizeof(float));
    Kernel kernel = kernels[which];
    kernel<<<4, 64>>>(a, b, n);
    cudaMemcpy(out, b, sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(a);
    cudaFree(b);
    return *out;
}
"""
KERNELS = (
    "no_guard",
    "no_barrier",
    "no_atomic",
    "not_written",
    "strided",
    "one_bank",
    "right",
    "warps",
    "order",
    "unset",
)
OUT: dict[str, Value] = {"out": Array(dtype="float32", shape=(1,), data=bytes(4))}


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    made: Sandbox = registry.load("sandboxes", "zygote")()
    yield made
    made.close()


def opened(sandbox: Sandbox, entry: str) -> Session:
    submission = Submission(
        student="s001", assignment="a", file="a.cu", format="cu", digest="", cells=(Cell(source=SOURCE),)
    )
    bench = Bench(
        sandbox=sandbox,
        lease=Lease(environment={"GRADER_DEVICE": "virtual"}),
        limits=Limits(wall_s=60.0),
        seed=lambda _case: 0,
        can_time=False,
    )
    return Session(Program(submission=submission, entry=entry, driver="cuda_c"), bench)


@pytest.fixture(scope="module")
def box(sandbox: Sandbox) -> Iterator[Session]:
    with opened(sandbox, "pick") as session:
        assert session.load().ending is Ending.RETURNED
        yield session


def asked(box: Session, entry: str, inputs: dict[str, Value], **more: Value) -> Reply:
    packed = pack(inputs, {"which": "int32", "n": "int32"})
    reply = box.request(
        "call", {"entry": entry, "arguments": packed.payload, "launch": None, "probes": ["cost"], **more}
    )
    assert reply.outcome.ending is Ending.RETURNED, reply.outcome
    return reply


def found(box: Session, kernel: str) -> Any:
    return asked(box, "pick", {"which": KERNELS.index(kernel), **OUT}).claims["findings"]


def line(text: str) -> str:
    (at,) = [number for number, each in enumerate(SOURCE.splitlines(), 1) if text in each]
    return f"a.cu:{at}"


def test_a_missing_guard(box: Session) -> None:
    where = f"{line('b[i] = a[i];')}: thread (58, 0, 0) of block (3, 0, 0)"
    near = "the first at element 250 of an allocation of 1000 bytes, which has 250 (6 in all)"
    assert found(box, "no_guard") == [f"{verb} out of bounds at {where}, {near}" for verb in ("read", "write")]


def test_a_missing_barrier(box: Session) -> None:
    race, early = found(box, "no_barrier")
    write, read = line("s[threadIdx.x] = a[threadIdx.x];"), line("s[threadIdx.x + 14];")
    assert race == (
        f"race at {write} (write, thread (14, 0, 0) of block (0, 0, 0)) and {read} (read, thread (0, 0, 0) of block "
        "(0, 0, 0)) on shared memory"
    )
    assert early.startswith(f"read at {read} ")  # here the readers came first


def test_a_sum_that_is_not_atomic(box: Session) -> None:
    here = line("b[0] += a[i];")
    first, other = "thread (0, 0, 0) of block (0, 0, 0)", "thread (1, 0, 0) of block (0, 0, 0)"
    assert found(box, "no_atomic") == [
        f"race at {here} (write, {first}) and {here} ({verb}, {other}) on an allocation of 1000 bytes"
        for verb in ("read", "write")
    ]


def test_memory_that_nobody_has_written(box: Session) -> None:
    (shared,) = found(box, "not_written")
    assert shared == (
        f"read at {line('b[blockIdx.x] = s[0];')} by thread (5, 0, 0) of block (0, 0, 0) of shared memory, "
        "which nothing had been written to (4 in all)"
    )
    (unset,) = found(box, "unset")
    assert unset.startswith(
        f"read at {line('b[blockIdx.x] += a[0];')} by thread (1, 0, 0) of block (0, 0, 0) of an alloc"
    )


def test_waste(box: Session) -> None:
    assert found(box, "strided") == [
        f"read at {line('b[i] = a[i * 4];')} takes 32 sectors of global memory, where 8 could do"
    ]
    at, passes = (line("s[threadIdx.x * 32] ="), line("s[(threadIdx.x + 1) * 32];")), (256, 248)
    assert found(box, "one_bank") == [
        f"{verb} at {where} takes {count} passes over the banks of shared memory, where 8 could do"
        for verb, where, count in zip(("write", "read"), at, passes, strict=True)
    ]


@pytest.mark.parametrize("kernel", ["right", "warps"])
def test_of_what_is_right_nothing_is_said(box: Session, kernel: str) -> None:
    assert found(box, kernel) == []


def test_threads_run_in_the_order_of_a_seed(box: Session) -> None:
    def last(**order: Value) -> Any:
        return asked(box, "pick", {"which": KERNELS.index("order"), **OUT}, **order).value["returned"]

    assert last() == {"result": 255.0}
    assert last(order=5) == last(order=5) != last(order=7)


def test_costs_and_the_names_of_arguments(sandbox: Sandbox) -> None:
    numbers = Array(dtype="float32", shape=(250,), data=bytes(1000))
    with opened(sandbox, "no_guard") as session:
        session.load()
        inputs: dict[str, Value] = {"a": numbers, "b": numbers, "n": 250}
        claims = asked(session, "no_guard", inputs, launch={"blocks": 4, "threads": 64}).claims
    cost: Any = claims["cost"]
    assert cost == {"sectors": 64, "ideal_sectors": 64, "passes": 0, "ideal_passes": 0, "lost": 0}
    findings: Any = claims["findings"]
    assert "the first at element 250 of 'b', which has 250 (6 in all)" in findings[1]
