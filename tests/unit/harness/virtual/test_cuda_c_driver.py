"""The driver in a real box: g++ works there, what a kernel, a function and a program get, and how each can fail."""

import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from grader import registry
from grader.boxes.arguments import pack, unpack
from grader.boxes.session import Program, Session
from grader.model.assignment import Limits
from grader.model.evidence import Ending, Outcome
from grader.model.submission import Cell, Submission
from grader.model.values import Array, Value
from grader.ports import Bench, Lease, Reply, Sandbox

SOURCE = """#include <cstdio>
__global__ void count(int* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] += 1;
}
__global__ void stray(int* c, int n) { c[threadIdx.x] = 7;
    c[threadIdx.x + 100000000L] = 7; }
double plain(int* c, int n) { c[0] = 9; printf("plain\\n"); return n + 0.5; }
void crash(int* c, int n) { int* d; cudaMalloc(&d, 4);
    *d = 3; }
void wrong(float* c, int n) {}
__global__ void nested() { nested<<<1, 1>>>(); }
int main(int argc, char** argv) {
    int n = atoi(argv[1]), x, sum = 0;
    while (scanf("%d", &x) == 1) sum += x;
    printf("sum %d, half %g\\n", sum, n / 2.0);
    if (sum == 14) nested<<<1, 1>>>(), cudaDeviceSynchronize();
    return sum == 13;
}
"""
INPUTS: dict[str, Value] = {"c": Array(dtype="int32", shape=(3,), data=b"\1\0\0\0\2\0\0\0\3\0\0\0"), "n": 3}
LAUNCH: Value = {"blocks": 2, "threads": 4}


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    made: Sandbox = registry.load("sandboxes", "zygote")()
    yield made
    made.close()


def opened(sandbox: Sandbox, entry: str, source: str = SOURCE) -> Session:
    submission = Submission(
        student="s001", assignment="a", file="a.cu", format="py", digest="", cells=(Cell(source=source),)
    )
    bench = Bench(
        sandbox=sandbox,
        lease=Lease(environment={"GRADER_DEVICE": "virtual"}),
        limits=Limits(wall_s=20.0),
        seed=lambda _case: 0,
        can_time=False,
    )
    return Session(Program(submission=submission, entry=entry, driver="cuda_c"), bench)


def called(
    box: Session, entry: str, launch: Value = None, inputs: dict[str, Value] = INPUTS
) -> tuple[Reply, list[int]]:
    assert box.load().ending is Ending.RETURNED
    packed = pack(inputs, {"n": "int32"})
    reply = box.request("call", {"entry": entry, "arguments": packed.payload, "launch": launch})
    if reply.outcome.ending is not Ending.RETURNED:
        return reply, []
    back = unpack(packed, inputs, reply.value["buffers"])
    assert not back.guards
    data = back.arrays["c"].data
    return reply, [int.from_bytes(data[at : at + 4], "little") for at in range(0, len(data), 4)]


def returned(reply: Reply) -> Any:
    value = reply.value["returned"]
    assert isinstance(value, dict)
    return value


def test_a_kernel_is_launched_as_often_as_it_is_told(sandbox: Sandbox) -> None:
    with opened(sandbox, "count") as box:
        assert called(box, "count", LAUNCH)[1] == [2, 3, 4]
        assert box.names == ("count", "crash", "nested", "plain", "stray", "wrong")
        packed = pack(INPUTS, {"n": "int32"})
        box.request("hold", {"entry": "count", "arguments": packed.payload, "launch": LAUNCH})
        box.request("run", {"call": True})
        back = unpack(packed, INPUTS, box.request("run", {"call": True}).value["buffers"])
        assert back.arrays["c"].data[0] == 1 + 2


def test_a_broken_card_is_whole_again_for_the_next_case(sandbox: Sandbox) -> None:
    with opened(sandbox, "stray") as box:
        for _ in range(2):
            outcome = called(box, "stray", LAUNCH)[0].outcome
            assert "CUDA_ERROR_ILLEGAL_ADDRESS: an illegal memory access was encountered" in outcome.text
            assert "thread (0, 0, 0) of block (0, 0, 0) in stray writes 4 bytes" in outcome.text
            assert str(outcome.place) == "a.cu:7"


def test_a_function_gets_arrays_of_the_host(sandbox: Sandbox) -> None:
    with opened(sandbox, "plain") as box:
        reply, numbers = called(box, "plain")
        assert (returned(reply), numbers) == ({"result": 3.5}, [9, 2, 3])
        refused = called(box, "plain", LAUNCH)[0].outcome
        assert refused.said == "NotAGlobalFunctionError: plain is not a __global__ function"
        assert str(refused.place) == "a.cu:8"


def test_host_code_that_touches_the_card_dies_where_it_does(sandbox: Sandbox) -> None:
    with opened(sandbox, "crash") as box:
        outcome = called(box, "crash")[0].outcome
        assert outcome.text.startswith("Segmentation fault: host code touches memory of the device")
        assert str(outcome.place) == "a.cu:10"


def test_a_program_gets_numbers_and_returns_those_that_it_prints(sandbox: Sandbox) -> None:
    with opened(sandbox, "main") as box:
        result = returned(called(box, "main")[0])["result"]
        assert result == Array(dtype="float64", shape=(2,), data=b"\0\0\0\0\0\0\x18@\0\0\0\0\0\0\xf8?")
        odd: dict[str, Value] = {"c": Array(dtype="int32", shape=(1,), data=b"\x0d\0\0\0"), "n": 3}
        outcome = called(box, "main", inputs=odd)[0].outcome
        assert (outcome.error, outcome.text) == ("ProgramFailedError", "exit status 1")
        nested: dict[str, Value] = {"c": Array(dtype="int32", shape=(1,), data=b"\x0e\0\0\0"), "n": 3}
        outcome = called(box, "main", inputs=nested)[0].outcome
        assert outcome.error == "NotEmulatedError"
        assert outcome.text.startswith("a launch from a kernel is not emulated on the virtual GPU: thread (0, 0, 0)")


def load(sandbox: Sandbox, entry: str, source: str = SOURCE) -> Outcome:
    with opened(sandbox, entry, source) as box:
        return box.load()


def test_what_does_not_compile_says_where(sandbox: Sandbox) -> None:
    outcome = load(sandbox, "count", SOURCE.replace("c[i] += 1;", "c[i] += offset;"))
    assert (outcome.error, str(outcome.place)) == ("CompileError", "a.cu:4")
    said = 'identifier "offset" is undefined' if shutil.which("nvcc") else "‘offset’ was not declared in this scope"
    assert said in outcome.text


def test_more_shared_memory_than_a_block_has_does_not_compile(sandbox: Sandbox) -> None:
    most = "\n__global__ void most(int* x) { __shared__ int s[12288]; s[x[0]] = 1; __syncthreads(); *x = s[1]; }\n"
    assert load(sandbox, "most", most).ending is Ending.RETURNED
    outcome = load(sandbox, "most", most.replace("12288", "12289"))
    assert (outcome.error, str(outcome.place)) == ("CompileError", "a.cu:2")
    assert "Entry function '_Z4mostPi' uses too much shared data (0xc004 bytes, 0xc000 max)" in outcome.text


@pytest.mark.skipif(shutil.which("nvcc") is None, reason="needs nvcc, for a second opinion")
def test_what_nvcc_compiles_is_no_fault_of_the_student(sandbox: Sandbox) -> None:
    outcome = load(sandbox, "k", "__global__ void k(float* x) {\n    *x = __fmaf_ieee_rn(1, 0, 1);\n}\n")
    assert (outcome.error, str(outcome.place)) == ("NotEmulatedError", "a.cu:2")
    assert "what nvcc compiles (‘__fmaf_ieee_rn’ was not declared" in outcome.text
    assert outcome.text.endswith("is not emulated on the virtual GPU")


@pytest.mark.parametrize(
    ("put", "name"), [("cudaGraph_t g;", "cudaGraph_t"), ("float f = tex2D<float>(0, 1, 2);", "tex2D")]
)
def test_what_is_not_emulated_is_no_fault_of_the_student(sandbox: Sandbox, put: str, name: str) -> None:
    outcome = load(sandbox, "count", SOURCE.replace("c[i] += 1;", f"{put} c[i] += 1;"))
    assert (outcome.error, outcome.text) == ("NotEmulatedError", f"{name} is not emulated on the virtual GPU")
    assert str(outcome.place) == "a.cu:4"


def test_an_entry_that_does_not_fit_the_arguments(sandbox: Sandbox) -> None:
    with opened(sandbox, "wrong") as box:
        outcome = called(box, "wrong")[0].outcome
        assert outcome.said == "ArgumentError: parameter 1 of wrong is float*; int* is passed"
        assert str(outcome.place) == "a.cu:11"


def test_a_missing_entry(sandbox: Sandbox) -> None:
    assert load(sandbox, "nothing").said == "MissingEntry: nothing"
