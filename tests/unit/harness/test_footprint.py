"""How much of the card's memory a call holds, told by each front end in a real box."""

from collections.abc import Mapping, Sequence

import pytest

from grader import registry
from grader.boxes.arguments import pack
from grader.boxes.session import Program, Session
from grader.model.assignment import Limits
from grader.model.submission import Cell, Submission
from grader.model.values import Value
from grader.ports import Bench, Lease

KB = 1000
NUMBA = """
from numba import cuda
import numpy as np
kept = []
def tidy(n):
    a = cuda.to_device(np.zeros(n, np.uint8))
    b = cuda.device_array(int(n), np.uint8)
def leaky(n):
    kept.append(cuda.device_array(int(n), np.uint8))
def loop(n):
    x = []
    x.append(x)
    x.append(cuda.device_array(int(n), np.uint8))
"""
TORCH = """
import torch
kept = []
def tidy(n):
    a = torch.zeros(n, dtype=torch.uint8, device="cuda")
    b = a + 1
def leaky(n):
    kept.append(torch.zeros(n, dtype=torch.uint8, device="cuda"))
"""
CUDA_C = """
void tidy(int n) {
    char *a, *b;
    cudaMalloc(&a, n);
    cudaMalloc(&b, n);
    cudaFree(a);
    cudaFree(b);
}
void leaky(int n) {
    char *a;
    cudaMalloc(&a, n);
}
void managed(int n) {
    char *a;
    cudaMallocManaged(&a, n);
}
void twice(int n) {
    char *a;
    cudaMalloc(&a, n);
    cudaFree(a);
    cudaFree(a);
}
"""


def told(
    driver: str, source: str, entry: str, sizes: Sequence[int], *, device: str = "virtual", probe: str = "memory"
) -> list[dict[str, int]]:
    """Return the claims of one call for each size; an empty one where there is none."""
    submission = Submission(
        student="s001", assignment="a", file="a.cu" if driver == "cuda_c" else "a.py", format="py", digest="",
        cells=(Cell(source=source),),
    )  # fmt: skip
    bench = Bench(
        sandbox=registry.load("sandboxes", "local")(),
        lease=Lease(environment={"GRADER_DEVICE": device, "CUDA_VISIBLE_DEVICES": ""}),
        limits=Limits(wall_s=60.0),
        seed=lambda _case: 0,
        can_time=False,
    )
    found = []
    with Session(Program(submission=submission, entry=entry, driver=driver), bench) as box:
        box.load()
        for size in sizes:
            given: dict[str, Value] = {"n": size}
            payload: dict[str, Value] = {
                "entry": entry, "arguments": pack(given, {"n": "int32"}).payload, "inputs": given, "probes": [probe],
                "launch": None, "order": 1, "adapter": None,
            }  # fmt: skip
            reply = box.request("call", payload)
            assert reply.outcome.ending == "returned", reply.outcome
            claim = reply.claims.get("memory", {})
            assert isinstance(claim, Mapping)
            found.append({name: value for name, value in claim.items() if isinstance(value, int)})
    return found


@pytest.mark.parametrize(("driver", "source"), [("numba_cuda", NUMBA), ("pytorch", TORCH), ("cuda_c", CUDA_C)])
def test_what_is_held_at_the_most_is_told_and_what_is_left(driver: str, source: str) -> None:
    first, second, third = told(driver, source, "tidy", (64 * KB, 64 * KB, 640 * KB))
    assert first["most"] == second["most"]
    assert 128 * KB <= first["most"] < 132 * KB
    assert 1280 * KB <= third["most"] < 1290 * KB
    assert first["left"] == second["left"] == third["left"]
    assert first["refused_frees"] == 0

    once, twice = told(driver, source, "leaky", (64 * KB, 64 * KB))
    assert 64 * KB <= twice["left"] - once["left"] < 66 * KB
    assert 64 * KB <= twice["most"] < 66 * KB


def test_memory_in_a_circle_of_references_is_no_leak() -> None:
    first, second = told("numba_cuda", NUMBA, "loop", (64 * KB, 64 * KB))
    assert second["left"] == first["left"]


def test_managed_memory_counts_and_frees_that_were_refused_are_told() -> None:
    once, twice = told("cuda_c", CUDA_C, "managed", (64 * KB, 64 * KB))
    assert twice["left"] - once["left"] == 64 * KB
    first, second = told("cuda_c", CUDA_C, "twice", (KB, KB))
    assert (first["refused_frees"], second["refused_frees"], second["left"]) == (1, 1, first["left"])


def test_a_device_that_does_not_count_leaves_no_claim() -> None:
    assert told("python", "def tidy(n):\n    return n\n", "tidy", (1,), device="cpu") == [{}]
    assert told("pytorch", TORCH.replace('"cuda"', '"cpu"'), "tidy", (1,), device="cpu") == [{}]


def test_nothing_is_measured_unasked() -> None:
    assert told("pytorch", TORCH, "tidy", (KB,), probe="dtypes") == [{}]
