"""The GPU whose clock the judge holds: what each way of measuring would read."""

import pytest

from grader.boxes.virtual_time import MAX_EVENTS, VirtualGpu, Workload
from grader.boxes.wire import WireError
from grader.model.values import Value

KERNEL = 2e-3


def gpu(**more: float) -> VirtualGpu:
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


@pytest.mark.parametrize(
    ("name", "payload"),
    [
        ("expected", {}),
        ("wait", {"event": 0}),
        ("wait", {}),
        ("query", {"event": True}),
        ("query", {"event": -1}),
        ("elapsed", {"start": 0, "end": "1"}),
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
