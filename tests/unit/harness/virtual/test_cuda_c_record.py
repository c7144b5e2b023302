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
        "call", {"entry": entry, "arguments": packed.payload, "launch": None, "probes": ["trace", "cost"], **more}
    )
    assert reply.outcome.ending is Ending.RETURNED, reply.outcome
    return reply


def told(box: Session, kernel: str) -> Any:
    return asked(box, "pick", {"which": KERNELS.index(kernel), **OUT}).claims


def found(box: Session, kernel: str) -> Any:
    return told(box, kernel)["findings"]


def line(text: str) -> list[Any]:
    (at,) = [number for number, each in enumerate(SOURCE.splitlines(), 1) if text in each]
    return ["a.cu", at, None]


def side(at: list[Any], verb: str, thread: int, block: int = 0) -> Any:
    return {"at": at, "verb": verb, "block": [block, 0, 0], "thread": [thread, 0, 0]}


def test_a_missing_guard(box: Session) -> None:
    (each,) = found(box, "no_guard")
    assert (each["kind"], each["element"], each["length"], each["count"]) == ("out_of_bounds", 250, 250, 6)
    assert each["sides"] == [side(line("b[i] = a[i];"), "read", 58, 3)]


def test_a_missing_barrier(box: Session) -> None:
    race, early = found(box, "no_barrier")
    write, read = line("s[threadIdx.x] = a[threadIdx.x];"), line("s[threadIdx.x + 14];")
    assert (race["kind"], race["space"], race["scope"], race["pattern"]) == ("race", "shared", "block", "order")
    assert race["sides"] == [side(write, "write", 14), side(read, "read", 0)]
    assert (early["kind"], early["sides"][0]["at"]) == ("uninitialised", read)  # here the readers came first


def test_a_sum_that_is_not_atomic(box: Session) -> None:
    here = line("b[0] += a[i];")
    (race,) = found(box, "no_atomic")
    assert (race["space"], race["scope"], race["pattern"]) == ("global", "grid", "update")
    assert [each["at"] for each in race["sides"]] == [here, here]


def test_memory_that_nobody_has_written(box: Session) -> None:
    (shared,) = found(box, "not_written")
    assert (shared["kind"], shared["space"], shared["count"]) == ("uninitialised", "shared", 4)
    assert shared["sides"] == [side(line("b[blockIdx.x] = s[0];"), "read", 5)]
    (unset,) = found(box, "unset")
    assert (unset["kind"], unset["space"]) == ("uninitialised", "global")
    assert unset["sides"] == [side(line("b[blockIdx.x] += a[0];"), "read", 1)]


def test_waste(box: Session) -> None:
    strided = told(box, "strided")["cost"]
    assert (strided["at"]["sectors"], strided["sectors"], strided["ideal_sectors"]) == (
        line("b[i] = a[i * 4];"),
        40,
        16,
    )
    one_bank = told(box, "one_bank")["cost"]
    assert (one_bank["passes"], one_bank["ideal_passes"]) == (256 + 248, 16)
    assert one_bank["at"]["passes"] == line("s[threadIdx.x * 32] =")


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
    assert {name: cost[name] for name in ("sectors", "ideal_sectors", "passes", "reads", "idle", "lost")} == {
        "sectors": 64, "ideal_sectors": 64, "passes": 0, "reads": 256, "idle": 0, "lost": 0,
    }  # fmt: skip
    findings: Any = claims["findings"]
    assert [(each["name"], each["element"], each["count"]) for each in findings] == [("a", 250, 6), ("b", 250, 6)]
    launches: Any = claims["launches"]
    assert (launches["count"], launches["lost"]) == (1, 0)
    (launch,) = launches["each"]
    assert (launch["kernel"], launch["grid"], launch["block"]) == ("no_guard", [4, 1, 1], [64, 1, 1])
