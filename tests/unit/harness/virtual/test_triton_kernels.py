"""Kernels from source to what they leave in memory, and what is written down of them; needs Triton, but no card."""

import importlib.util
import itertools
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

pytest.importorskip("triton", reason="needs Triton: pip install 'grader[triton]'")

from grader.harness.virtual.analysis.findings import findings, places
from grader.harness.virtual.triton.install import install
from grader.harness.virtual.triton.watch import Watch, watching

NUMBERS = itertools.count()
INDEX = "    i = tl.program_id(0) * N + tl.arange(0, N)\n"


@pytest.fixture(autouse=True)
def _triton(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRITON_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)  # these tensors lie on the host
    install()


@pytest.fixture
def kernel(tmp_path: Path) -> Any:
    """Return a function that makes a kernel `k` of its parameters and body."""

    def made(parameters: str, body: str, decorator: str = "@triton.jit") -> Any:
        name = f"kernels_{next(NUMBERS)}"
        file = tmp_path / "student.py"
        file.write_text(
            f"import triton\nimport triton.language as tl\n{decorator}\ndef k({parameters}):\n{body}", encoding="utf-8"
        )
        spec = importlib.util.spec_from_file_location(name, file)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module.k

    return made


def watched(launch: Any, *arguments: Any, **constants: Any) -> tuple[Watch, list[dict[str, Any]]]:
    with watching(Watch(capacity=100_000)) as watch:
        launch(*arguments, **constants)
    return watch, findings(watch.launches, places({}))


def test_a_second_install_changes_nothing() -> None:
    from triton.runtime.driver import driver

    before = driver.active
    install()
    assert driver.active is before


def test_another_triton_is_refused_when_it_is_used(kernel: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from triton.runtime.driver import driver

    k = kernel("x", "    tl.store(x, 1.0)\n")
    monkeypatch.setattr(driver, "_active", driver.active)  # put back afterwards
    monkeypatch.setattr("triton.__version__", "3.3.0")
    install()
    with pytest.raises(
        NotImplementedError, match=r"Triton 3\.3\.0 \(only 3\.9\.\*\) is not emulated on the virtual GPU"
    ):
        k[(1,)](torch.zeros(1))


def test_what_is_out_of_bounds_of_all_memory_stops_the_kernel(kernel: Any) -> None:
    k = kernel("x, N: tl.constexpr", INDEX + "    tl.store(x + i, 1.0)\n")
    x = torch.zeros(1000)
    watch = Watch(capacity=10_000)
    with watching(watch), pytest.raises(RuntimeError) as caught:
        k[(2,)](x, N=512)
    assert str(caught.value) == "Triton Error [CUDA]: an illegal memory access was encountered"
    (note,) = caught.value.__notes__
    assert note == (
        "store out of bounds at student.py:6: program_id (1, 0, 0), 24 of 512 elements; the first at element 1000 of "
        "argument 'x', which has 1000"
    )
    (found,) = findings(watch.launches, places({}))
    assert (found["kind"], found["name"], found["element"], found["count"]) == ("out_of_bounds", "x", 1000, 24)
    assert x.sum() == 512, "what came before has been done"


def test_what_is_beyond_a_view_is_told_to_those_who_ask(kernel: Any) -> None:
    k = kernel("x, y, N: tl.constexpr", INDEX + "    v = tl.load(x + i)\n    tl.store(y + i, v)\n")
    storage = torch.zeros(64)
    _, found = watched(k[(1,)], storage[8:24], torch.zeros(64), N=32)
    side = {"at": ["student.py", 6, None], "verb": "read", "block": [0, 0, 0], "thread": [16, 0, 0]}
    assert found == [
        {
            "kind": "out_of_bounds", "space": "global", "name": "x", "element": 16, "length": 16, "count": 16,
            "sides": [side],
        }
    ]  # fmt: skip


def test_elements_that_are_masked_out_are_not_touched(kernel: Any) -> None:
    k = kernel("x, n, N: tl.constexpr", INDEX + "    tl.store(x + i, tl.load(x + i, mask=i < n) + 1, mask=i < n)\n")
    watch, found = watched(k[(2,)], torch.zeros(40), 40, N=32)
    assert found == []
    assert len(watch.launches[0].trace.rows) == 80


def test_programs_that_write_to_the_same_place_race(kernel: Any) -> None:
    k = kernel("x, N: tl.constexpr", "    before = tl.load(x)\n    tl.store(x, before + N)\n")
    _, found = watched(k[(2, 2)], torch.zeros(1), N=4)
    sides = [[(side["verb"], side["at"][1], side["block"][0]) for side in each["sides"]] for each in found]
    assert sides == [[("write", 6, 0), ("read", 5, 1)], [("write", 6, 0), ("write", 6, 1)]]
    assert {(each["kind"], each["name"], each["element"], each["scope"]) for each in found} == {
        ("race", "x", 0, "grid")
    }


@pytest.mark.parametrize(
    "body",
    [
        "    tl.atomic_add(x, 1.0)\n",
        "    tl.store(x + tl.program_id(0) + 0 * tl.arange(0, N), 1.0)\n",
        "    while tl.atomic_cas(lock, 0, 1) == 1:\n        pass\n    tl.store(x, 1.0)\n    tl.atomic_xchg(lock, 0)\n",
    ],
    ids=["atomic", "one value many times", "locked"],
)
def test_what_is_ordered_is_no_race(kernel: Any, body: str) -> None:
    k = kernel("x, lock, N: tl.constexpr", body)
    _, found = watched(k[(4,)], torch.zeros(4), torch.zeros(1, dtype=torch.int32), N=4)
    assert found == []


def test_elements_of_one_store_race_for_an_address_with_different_values(kernel: Any) -> None:
    k = kernel("x, N: tl.constexpr", "    tl.store(x + tl.arange(0, N) // 2, tl.arange(0, N))\n")
    _, found = watched(k[(1,)], torch.zeros(4, dtype=torch.int32), N=8)
    assert len(found) == 1


@pytest.mark.parametrize(("order", "wanted"), [("forward", [0, 1, 2, 3]), ("reversed", [3, 2, 1, 0]), (5, None)])
def test_programs_run_in_the_order_that_is_asked_for(kernel: Any, order: Any, wanted: list[int] | None) -> None:
    k = kernel("x, count", "    tl.store(x + tl.atomic_add(count, 1), tl.program_id(0) + 2 * tl.program_id(1))\n")
    x = torch.full((4,), -1, dtype=torch.int32)
    with watching(Watch(order=order)):
        k[(2, 2)](x, torch.zeros(1, dtype=torch.int32))
    assert x.tolist() == (wanted or np.random.default_rng(5).permutation(4).tolist())


def test_a_record_that_is_full_counts_what_it_loses_and_takes_no_other_launch(kernel: Any) -> None:
    k = kernel("x, N: tl.constexpr", INDEX + "    tl.store(x + i, 1.0)\n")
    with watching(Watch(capacity=40)) as watch:
        for _ in range(3):
            k[(2,)](torch.zeros(64), N=32)
    (launch,) = watch.launches
    assert (len(launch.trace.rows), launch.trace.lost) == (40, 24)


def test_resources_are_those_of_the_whole_compiler(kernel: Any) -> None:
    body = "    i = tl.arange(0, N)\n    at = i[:, None] * N + i[None, :]\n    acc = tl.zeros((N, N), tl.float32)\n"
    body += "    for k in range(n):\n        acc += tl.dot(tl.load(x + k * N * N + at), tl.load(x + at))\n"
    k = kernel("x, n, N: tl.constexpr", body + "    tl.store(x + at, acc)\n")
    handle = k[(1,)](torch.zeros(4, 64, 64, dtype=torch.float16), 3, N=64)
    assert handle.metadata.shared > 0
    assert f"ttg.shared = {handle.metadata.shared} : i32" not in handle.asm["ttgir"], "it is found later"
    assert 16 <= handle.n_regs <= 255
    assert ".target sm_80" in handle.asm["ptx"]
    with pytest.raises(KeyError):
        handle.asm["nothing"]


def test_what_is_printed_is_printed_as_on_a_card(kernel: Any, capsys: pytest.CaptureFixture[str]) -> None:
    k = kernel(
        "x, N: tl.constexpr", '    tl.device_print("v", tl.load(x + tl.arange(0, N)))\n    tl.device_print("here")\n'
    )
    k[(1,)](torch.tensor([1.5, -2.0]), N=2)
    lines = ["pid (0, 0, 0) idx (0) v: 1.500000", "pid (0, 0, 0) idx (1) v: -2.000000", "pid (0, 0, 0) idx () here"]
    assert capsys.readouterr().out.splitlines() == lines


def test_integers_are_printed_by_their_sign_or_as_bits(kernel: Any, capsys: pytest.CaptureFixture[str]) -> None:
    body = '    v = tl.load(x)\n    tl.device_print("v", v, v.to(tl.uint32, bitcast=True))\n'
    body += '    tl.device_print("h", v, hex=True)\n'
    kernel("x", body)[(1,)](torch.tensor([-2], dtype=torch.int32))
    assert capsys.readouterr().out.splitlines() == [
        "pid (0, 0, 0) idx () v: (operand 0) -2",
        "pid (0, 0, 0) idx () v: (operand 1) 4294967294",
        "pid (0, 0, 0) idx () h: 0xfffffffe",
    ]


def test_an_assertion_counts_in_debug_mode(kernel: Any, capsys: pytest.CaptureFixture[str]) -> None:
    body = '    tl.device_assert(tl.load(x + tl.arange(0, 4)) > 0, "positive")\n'
    x = torch.tensor([1, 1, 0, 1])
    kernel("x", body)[(1,)](x)
    with pytest.raises(RuntimeError, match="device-side assert triggered"):
        kernel("x", body, "@triton.jit(debug=True)")[(1,)](x)
    said = "student.py:5: k: block: [0,0,0], thread: [2,0,0] Assertion `positive` failed.\n"
    assert capsys.readouterr().err == said


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ('    tl.inline_asm_elementwise("mov $0, $1;", "=r,r", [v], tl.int32, False, 1)\n', "inline assembly"),
        ("    tl.store(x, tl.extra.cuda.libdevice.ilogb(v.to(tl.float32)))\n", "libdevice's ilogbf"),
    ],
)  # fmt: skip
def test_what_is_not_emulated_is_said(kernel: Any, body: str, what: str) -> None:
    k = kernel("x", "    v = tl.load(x)\n" + body)
    with pytest.raises(NotImplementedError, match=f"{what} is not emulated on the virtual GPU"):
        k[(1,)](torch.zeros(1, dtype=torch.int32))


def test_a_compile_error_shows_the_place(kernel: Any) -> None:
    k = kernel("x, N: tl.constexpr", "    tl.store(x + tl.arange(0, N), 1)\n")
    with pytest.raises(Exception, match=r"at 2:17:\n(.*\n)+ {17}\^\narange's range must be a power of 2"):
        k[(1,)](torch.zeros(8), N=6)


def test_new_memory_of_the_card_that_is_read_is_told(kernel: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    k = kernel("x, y, N: tl.constexpr", INDEX + "    tl.store(y + i, tl.load(x + i))\n")
    monkeypatch.setattr("grader.harness.virtual.triton.driver._untouched", lambda tensor: bool(tensor.isnan().any()))
    _, found = watched(k[(1,)], torch.full((32,), torch.nan), torch.zeros(32), N=32)
    (early,) = found
    assert (early["kind"], early["name"], early["count"]) == ("uninitialised", "x", 32)
    assert early["sides"][0]["at"] == ["student.py", 6, None]


def test_a_mistake_of_ours_is_never_one_of_the_student_s(kernel: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    k = kernel("x, N: tl.constexpr", INDEX + "    tl.store(x + i, 1.0)\n")
    monkeypatch.setattr("grader.harness.virtual.triton.access.native.store", lambda *_: [].pop())
    with pytest.raises(NotImplementedError, match=r"something in the kernel k \(IndexError.* is not emulated on the"):
        k[(1,)](torch.zeros(32), N=32)


def test_triton_s_interpreter_cannot_be_chosen(kernel: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRITON_INTERPRET", "1")
    x = torch.ones(1, dtype=torch.bfloat16)
    handle = kernel("x", "    tl.store(x, tl.load(x) + tl.load(x))\n")[(1,)](x)
    assert x.item() == 2
    assert "tt.store" in handle.asm["ttir"]
