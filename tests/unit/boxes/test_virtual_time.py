"""The GPU whose clock the judge holds: what each way of measuring would read."""

from typing import Any

import pytest

from grader.boxes.virtual_time import L2, MAX_EVENTS, SLOW, THREADS, VirtualGpu, Workload
from grader.boxes.wire import WireError
from grader.model.values import Value

KERNEL = 2e-3


def gpu(**more: Any) -> VirtualGpu:
    return VirtualGpu(Workload(kernel=KERNEL, **more))


def clock(device: VirtualGpu) -> float:
    now = device.answer("clock", {})
    assert isinstance(now, float)
    return now


def timed(device: VirtualGpu, *events: str) -> float:
    """Return the seconds between two looks at the host's clock."""
    start = clock(device)
    for event in events:
        device.answer(event, {})
    return clock(device) - start


def elapsed(device: VirtualGpu, start: Value, end: Value) -> Value:
    return device.answer("elapsed", {"start": start, "end": end})


def test_a_launch_returns_at_once_and_synchronizing_waits() -> None:
    device = gpu()
    assert timed(device, "launch") < 1e-5
    device.answer("synchronize", {})
    assert timed(device, "launch", "synchronize") == pytest.approx(KERNEL, rel=0.01)


def test_earlier_work_stands_behind_the_first_copy_only() -> None:
    device = gpu(earlier=0.03)
    device.answer("copy", {})
    assert timed(device, "launch", "synchronize") == pytest.approx(0.03 + KERNEL, rel=0.01)
    device.answer("copy", {})
    assert timed(device, "launch", "synchronize") == pytest.approx(KERNEL, rel=0.01)


def test_the_first_launch_costs_the_host_time_once() -> None:
    device = gpu(first=0.05)
    assert timed(device, "launch") == pytest.approx(0.05, rel=0.01)
    assert timed(device, "launch") < 1e-5
    assert [entry["extra"] for entry in device.log if entry["event"] == "launch"] == ["first", ""]


def test_the_outlier_falls_on_the_first_call_that_is_timed() -> None:
    device = gpu(outlier=0.05)
    device.answer("launch", {})
    device.answer("synchronize", {})
    assert timed(device, "launch", "synchronize") == pytest.approx(0.05 + KERNEL, rel=0.01)
    assert timed(device, "launch", "synchronize") == pytest.approx(KERNEL, rel=0.01)


def test_a_copy_waits_for_the_queue_and_takes_its_time() -> None:
    device = gpu(copy=0.02)
    assert timed(device, "launch", "copy") == pytest.approx(KERNEL + 0.02, rel=0.01)


def test_events_measure_the_queue_and_not_the_host() -> None:
    device = gpu(earlier=0.03)
    device.answer("copy", {})
    start = device.answer("record", {})
    device.answer("launch", {})
    end = device.answer("record", {})
    assert elapsed(device, start, end) is None
    assert device.answer("query", {"event": end}) is False
    device.answer("wait", {"event": end})
    assert device.answer("query", {"event": end}) is True
    assert elapsed(device, start, end) == pytest.approx(1e3 * KERNEL, rel=0.01)


def test_polling_ends_soon_and_not_much_too_late() -> None:
    device = gpu()
    start = clock(device)
    device.answer("launch", {})
    polls = 0
    while not device.answer("query", {}):
        polls += 1
    assert polls < 100
    assert clock(device) - start == pytest.approx(KERNEL, rel=0.01)


def test_reading_the_clock_until_some_time_has_passed_ends_soon() -> None:
    device = gpu()
    start = clock(device)
    while clock(device) - start < 0.1:
        pass
    assert len(device.log) < MAX_EVENTS / 5
    assert timed(device, "launch", "synchronize") == pytest.approx(KERNEL, rel=0.05)


def test_sleeping_lets_the_gpu_go_on() -> None:
    device = gpu()
    device.answer("launch", {})
    device.answer("sleep", {"seconds": 0.5})
    assert device.log[-1]["busy"] == 0
    assert device.log[-1]["at"] == pytest.approx(0.5, rel=0.01)


def test_the_log_tells_how_long_the_gpu_is_still_at_work() -> None:
    device = gpu()
    for event in ("launch", "clock", "synchronize", "clock"):
        device.answer(event, {})
    assert [entry["event"] for entry in device.log] == ["launch", "clock", "synchronize", "clock"]
    assert [entry["busy"] for entry in device.log] == pytest.approx([KERNEL, KERNEL, 0, 0], rel=0.01)


def test_streams_run_beside_each_other_and_follow_where_they_are_told_to() -> None:
    device = gpu()
    device.answer("launch", {"stream": 1})
    start, end = (device.answer("record", {"stream": 0}) for _ in range(2))
    device.answer("follow", {"stream": 2, "other": 1})
    behind = device.answer("record", {"stream": 2})
    device.answer("follow", {"stream": 3, "event": behind})
    device.answer("launch", {"stream": 3})
    last = device.answer("record", {"stream": 3})
    device.answer("synchronize", {"stream": 0})
    assert device.log[-1]["busy"] == pytest.approx(2 * KERNEL, rel=0.01)
    device.answer("synchronize", {})
    assert device.log[-1]["busy"] == 0
    assert elapsed(device, start, end) == pytest.approx(0, abs=0.01)
    assert elapsed(device, start, behind) == pytest.approx(1e3 * KERNEL, rel=0.01)
    assert elapsed(device, start, last) == pytest.approx(2e3 * KERNEL, rel=0.01)


def test_a_call_takes_the_share_that_its_input_has() -> None:
    device = VirtualGpu(Workload(kernel=KERNEL, elements=1000, host=0.01))
    half: dict[str, Value] = {"elements": 1000, "bytes": 2000, "dtype": "float16"}
    device.answer("launch", half)
    assert device.log[-1]["busy"] == pytest.approx(KERNEL / 2)
    before = clock(device)
    device.answer("compute", half)
    assert clock(device) - before == pytest.approx(0.005, rel=0.01)
    assert [(entry["elements"], entry["dtype"]) for entry in (device.log[0], device.log[2])] == [(1000, "float16")] * 2


@pytest.mark.parametrize(("threads", "takes"), [(THREADS, 0.01), (2 * THREADS, 0.01), (THREADS // 4, 0.04), (0, 0.08)])
def test_the_cpu_takes_longer_with_fewer_threads(threads: int, takes: float) -> None:
    device = gpu(host=0.01)
    device.answer("compute", {"threads": threads})
    assert device.log[0]["at"] == pytest.approx(takes)


@pytest.mark.parametrize("event", ["allocate", "write"])
def test_what_the_host_does_besides_takes_its_time(event: str) -> None:
    assert timed(gpu(**{event: 0.02}), event) == pytest.approx(0.02, rel=0.01)
    assert timed(gpu(), event) < 1e-5


def test_the_wall_clock_is_set_back_once_it_is_read() -> None:
    device = gpu(step=5.0)
    device.answer("launch", {})
    wall = device.answer("clock", {"wall": True})
    steady = clock(device)
    device.answer("launch", {})
    device.answer("launch", {})
    assert [entry["event"] for entry in device.log].count("step") == 1
    after = device.answer("clock", {"wall": True})
    assert isinstance(wall, float)
    assert isinstance(after, float)
    assert after - wall == pytest.approx(-5.0, rel=0.01)
    assert 0 < clock(device) - steady < 1e-4


def test_the_gpu_is_slow_until_its_clock_has_come_up() -> None:
    device = gpu(ramp=0.05)
    laps = [timed(device, "launch", "synchronize") for _ in range(20)]
    assert laps[:13] == pytest.approx([SLOW * KERNEL] * 13, rel=0.01)
    assert laps[13:] == pytest.approx([KERNEL] * 7, rel=0.01)


def test_an_input_is_warm_until_enough_else_was_used() -> None:
    device = VirtualGpu(Workload(kernel=KERNEL, elements=1_000_000, warm=KERNEL / 8))
    ours: dict[str, Value] = {"buffer": 1, "bytes": 4_000_000}

    def extra() -> Value:
        device.answer("launch", ours)
        return next(entry["extra"] for entry in reversed(device.log) if entry["event"] == "launch")

    assert [extra(), extra()] == ["", "warm"]
    device.answer("touch", {"buffer": 2, "bytes": L2 - 4_000_000})
    assert extra() == "warm"
    device.answer("touch", {"buffer": 2, "bytes": L2})
    assert extra() == ""
    for buffer in range(3, 11):
        device.answer("launch", {"buffer": buffer, "bytes": 4_000_000})
    assert extra() == ""


@pytest.mark.parametrize(
    ("name", "payload"),
    [
        ("expected", {}),
        ("wait", {"event": 0}),
        ("wait", {}),
        ("query", {"event": True}),
        ("query", {"event": -1}),
        ("elapsed", {"start": 0, "end": "1"}),
        ("launch", {"bytes": -1}),
        ("launch", {"stream": 1.0}),
        ("compute", {"dtype": 4}),
        ("compute", {"dtype": "<b>"}),
        ("launch", {"dtype": "float" * 5}),
        ("touch", {"buffer": "a"}),
        ("follow", {"event": 0}),
        ("sleep", {}),
        ("sleep", {"seconds": -1.0}),
        ("sleep", {"seconds": float("nan")}),
        ("sleep", {"seconds": 1e9}),
        ("sleep", {"seconds": "1"}),
    ],
)
def test_what_makes_no_sense_is_refused(name: str, payload: dict[str, Value]) -> None:
    with pytest.raises(WireError):
        gpu().answer(name, payload)


def test_there_is_an_end_to_the_questions() -> None:
    device = gpu()
    for _ in range(MAX_EVENTS):
        device.answer("launch", {})
    with pytest.raises(WireError):
        device.answer("launch", {})
    assert device.log[-1] == {"event": "limit"}
